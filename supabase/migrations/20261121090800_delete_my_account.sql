-- Removes the caller and all that hangs on them: sessions, profile, subscriptions, usage, feedback, an administrator's
-- rights, and what was sent under the same address once it is confirmed to be theirs. Payments and invoices stay for the
-- accounts, without the member.
create function public.delete_my_account() returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  address text;
begin
  if me is null then
    raise insufficient_privilege using message = 'Only a signed-in member has an account to delete';
  end if;
  select email into address from auth.users where id = me and email_confirmed_at is not null;
  delete from public.feedback where lower(email) = lower(address);
  delete from public.api_preregistrations where lower(email) = lower(address);
  delete from auth.users where id = me;
end;
$$;

revoke execute on function public.delete_my_account from public, anon, authenticated, service_role;
