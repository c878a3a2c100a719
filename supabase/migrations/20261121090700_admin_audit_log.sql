-- Who changed what an administrator can change. Triggers write it, in the same transaction as the change itself, and
-- nobody alters it afterwards, the service included.

create table public.admin_audit_log (
  id bigint generated always as identity primary key,
  -- No foreign key: the entry outlives the account, and then names no account. Null: not a person.
  actor_id uuid,
  actor_role text,
  action text not null check (char_length(action) between 1 and 100),
  table_name text not null check (char_length(table_name) between 1 and 63),
  row_id text not null check (char_length(row_id) <= 300),
  row_before jsonb,
  row_after jsonb,
  created_at timestamptz not null default now()
);

create index admin_audit_log_created_at on public.admin_audit_log (created_at desc);
create index admin_audit_log_actor_id on public.admin_audit_log (actor_id, created_at desc);

create function public.refuse_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise insufficient_privilege using message = format('%s is only ever added to', tg_table_name);
end;
$$;

create trigger append_only before update or delete or truncate on public.admin_audit_log
  for each statement execute function public.refuse_change();

-- Arguments: the column that names the row, and `by-admins` where members' and the service's own changes are no news.
create function public.log_admin_write() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  actor uuid := auth.uid();
  row_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  row_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if tg_argv[1] = 'by-admins' and not exists (select from public.admins where user_id = actor) then
    return null;
  end if;
  insert into public.admin_audit_log (actor_id, actor_role, action, table_name, row_id, row_before, row_after)
  values (
    actor, auth.role(), lower(tg_op), tg_table_name, coalesce(row_after, row_before) ->> tg_argv[0], row_before, row_after
  );
  return null;
end;
$$;

revoke execute on function public.log_admin_write from public, anon, authenticated, service_role;

create trigger log_admin_write after insert or update or delete on public.admins
  for each row execute function public.log_admin_write('user_id');
create trigger log_admin_write after insert or update or delete on public.plans
  for each row execute function public.log_admin_write('id');
create trigger log_admin_write after insert or update or delete on public.settings
  for each row execute function public.log_admin_write('key');
create trigger log_admin_write after insert or update or delete on public.user_subscriptions
  for each row execute function public.log_admin_write('id', 'by-admins');

alter table public.admin_audit_log enable row level security;

create policy "all with audit.read" on public.admin_audit_log
  for select to authenticated
  using ((select public.has_permission('audit.read')));
