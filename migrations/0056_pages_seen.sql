-- Which pages of a record somebody has had in view, so that an expert reads on where reading stopped and knows what is left.
create table file_pages_seen (
  file_id bigint not null references files (id) on delete cascade,
  user_id bigint not null references users (id),
  pages int4multirange not null,
  primary key (file_id, user_id)
);
