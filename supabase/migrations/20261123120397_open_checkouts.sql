-- As before, and `charged-elsewhere` also while a checkout could still be paid: it would charge a card for an account that is gone. The
-- function `delete-account` closes it first.
create or replace function public.delete_my_account(current_password text default null) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := auth.uid();
  proof text;
begin
  if me is null then
    raise insufficient_privilege using message = 'Only someone signed in has an account to delete';
  end if;
  proof := public.check_identity(me, (auth.jwt() ->> 'session_id')::uuid, auth.jwt() -> 'amr', current_password);
  if proof <> 'confirmed' then return proof; end if;
  if public.is_last_super_admin(me) then return 'last-super-admin'; end if;
  if exists (select from private.charged_subscriptions(me)) or exists (
    select from public.checkouts where user_id = me and status = 'open' and provider_checkout_id is not null
  ) then return 'charged-elsewhere'; end if;
  perform public.erase_account(me);
  return 'deleted';
end;
$$;

select public.apply_grants();
