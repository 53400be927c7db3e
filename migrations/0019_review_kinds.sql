-- Which kinds of review there are follows from the program, which fills this table at its start.
create table review_kinds (
  kind text primary key
);
insert into review_kinds (kind) values ('Case'), ('PeerReview'), ('IME'), ('Generic');
alter table reviews drop constraint reviews_kind_check;
alter table reviews add constraint reviews_kind_fkey foreign key (kind) references review_kinds (kind);
