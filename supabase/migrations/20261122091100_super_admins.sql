-- One super admin always remains: neither a demotion, nor a dismissal, nor the deletion of an account removes the last one,
-- not even when several are attempted at once.

-- Holds off every other removal of a super admin until this transaction ends.
create function public.is_last_super_admin(member uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (select from public.admins where user_id = member and role = 'super_admin') then return false; end if;
  perform pg_advisory_xact_lock(hashtextextended('super_admin', 0));
  -- Locked rows are read as they are now, whatever the transaction saw before.
  perform from public.admins where role = 'super_admin' and user_id <> member for share;
  return not found;
end;
$$;

create function public.keep_a_super_admin() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if old.role = 'super_admin'
    and (tg_op = 'DELETE' or new.role <> 'super_admin')
    and public.is_last_super_admin(old.user_id)
  then
    raise exception 'The last super admin stays' using hint = 'last-super-admin';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end;
$$;

revoke execute on function public.is_last_super_admin, public.keep_a_super_admin
  from public, anon, authenticated, service_role;

create trigger keep_a_super_admin before update or delete on public.admins
  for each row execute function public.keep_a_super_admin();
