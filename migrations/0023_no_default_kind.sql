-- Which kinds an expert takes is said where the expert is entered, by the table of kinds.
alter table expert_profiles alter column accepts_kinds drop default;
