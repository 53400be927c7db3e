-- What a review took in goes with it: of the document nothing is left but that it came.
alter table hl7_documents drop constraint hl7_documents_file_id_fkey,
  add constraint hl7_documents_file_id_fkey foreign key (file_id) references files (id) on delete set null;
create index hl7_documents_file on hl7_documents (file_id) where file_id is not null;
