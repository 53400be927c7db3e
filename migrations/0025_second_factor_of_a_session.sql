-- When a session brought the second factor itself; a remembered browser spares it, and what asks for it is not shown there.
alter table sessions add column second_factor_at timestamptz;
