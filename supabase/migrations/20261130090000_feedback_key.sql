-- A form that got no answer sends its message again. The key of the message lets the database store it once.
alter table public.feedback add column key uuid unique;
