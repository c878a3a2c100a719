-- Mails that the site's own server has still to send, so that they survive a stop or a crash. They hold links and codes
-- that sign in: only the owner of the database reads and writes here, a mail is deleted once it is sent, and backups leave
-- the rows out. On hosted Supabase, which sends mails itself, the table stays empty.
create schema if not exists private;
revoke all on schema private from public, anon, authenticated, service_role;

create table private.mail_queue (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  queued_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- When it may be tried next. While a process tries, this is when another may take it over.
  due_at timestamptz not null default now()
);
create index mail_queue_due_at on private.mail_queue (due_at);

alter table private.mail_queue enable row level security;
revoke all on private.mail_queue from public, anon, authenticated, service_role;
