-- The five actions of an administrator on a user make the same checks. Before, `admin_enable_user` undid a super admin's disabling, and
-- `admin_grant_plan` gave a plan to its own caller, and without end. A mistake of the caller is answered with 400 everywhere: PostgREST
-- answers `no_data_found` and `object_in_use` with 500.

-- Begins an action on a user. It is refused when there is no such user, when the user is the caller, and when the user is an administrator
-- but the caller is no super admin. The reason is written into the log with every change of the transaction.
create or replace function private.begin_user_action(person uuid, reason text) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_permission('{users.write}');
  if person is null or not exists (select from private.people where user_id = person) then
    raise exception 'There is no such user' using hint = 'no-such-user';
  end if;
  if person = auth.uid() then
    raise exception 'Nobody does this to their own account' using hint = 'own-account';
  end if;
  if exists (select from public.admins where user_id = person) and not public.is_super_admin() then
    raise insufficient_privilege using message = 'Only a super admin does this to an administrator', hint = 'not-super-admin';
  end if;
  if char_length(reason) > 500 then
    raise exception 'A reason has 500 characters at most' using hint = 'reason-too-long';
  end if;
  perform set_config('isola.reason', coalesce(trim(reason), ''), true);
end;
$$;

-- Gives a plan in the place of the current one, for two years at most. A plan that a provider charges for is cancelled there first.
create or replace function public.admin_grant_plan(person uuid, plan text, until timestamptz, reason text default null) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_user_action(person, reason);
  if not exists (select from public.plans where id = plan) then
    raise exception 'There is no such plan' using hint = 'no-such-plan';
  end if;
  if until is null or until <= now() then
    raise exception 'A plan ends in the future' using hint = 'until-passed';
  end if;
  -- The limit is a day longer, for an administrator who counts days in another time zone.
  if until > now() + interval '2 years 1 day' then
    raise exception 'A plan is granted for two years at most' using hint = 'until-too-far';
  end if;
  perform private.end_current_plan(person);
  insert into public.user_subscriptions (user_id, plan_id, status, start_date, end_date, provider)
  values (person, plan, 'active', now(), until, 'admin');
end;
$$;

-- As before.
create or replace function private.end_current_plan(person uuid) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  running public.user_subscriptions;
begin
  perform private.begin_billing(person);
  perform private.expire_due(person);
  select * into running from public.user_subscriptions where user_id = person and status in ('active', 'past_due');
  if not found then return false; end if;
  if running.provider is not null and running.provider not in ('offer', 'admin') then
    raise exception '% charges for this plan: cancel it there first', running.provider using hint = 'charged-elsewhere';
  end if;
  return private.record_subscription_event(running.id, 'admin:' || gen_random_uuid(), 'ended', now());
end;
$$;

-- As before.
create or replace function public.admin_end_plan(person uuid, reason text default null) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_user_action(person, reason);
  if not private.end_current_plan(person) then
    raise exception 'This user has no plan to end' using hint = 'no-plan';
  end if;
end;
$$;

-- As before, except that `begin_user_action` checks whether the caller may disable this user.
create or replace function public.admin_disable_user(person uuid, reason text default null) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_user_action(person, reason);
  if exists (select from public.admins where user_id = person and role = 'super_admin') then
    raise exception 'Remove the rights of this super admin first' using hint = 'super-admin';
  end if;
  update private.people set disabled_at = now() where user_id = person and disabled_at is null;
  if not found then return; end if;
  delete from auth.refresh_tokens where user_id::text = person::text;
  delete from auth.sessions where user_id = person;
  perform private.set_ban(person, 'infinity');
  perform private.log_action('disable', person, '{"disabled": false}', '{"disabled": true}', reason);
end;
$$;

-- As before.
create or replace function public.admin_resend_confirmation(person uuid, reason text default null) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  address text;
begin
  perform private.begin_user_action(person, reason);
  select email into address from private.people where user_id = person and confirmed_at is null;
  if address is null then
    raise exception 'This email is confirmed already' using hint = 'already-confirmed';
  end if;
  perform private.log_action('resend-confirmation', person, null, null, reason);
  return address;
end;
$$;

-- As before.
create or replace function private.begin_admin_action(person uuid, reason text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not public.is_super_admin() then
    raise insufficient_privilege using message = 'Only a super admin appoints and dismisses administrators';
  end if;
  if person = auth.uid() then
    raise exception 'You cannot change your own rights' using hint = 'own-account';
  end if;
  if not exists (select from private.people where user_id = person) then
    raise exception 'There is no such user' using hint = 'no-such-user';
  end if;
  if char_length(reason) > 500 then
    raise exception 'A reason has 500 characters at most' using hint = 'reason-too-long';
  end if;
  perform set_config('isola.reason', coalesce(trim(reason), ''), true);
end;
$$;

select public.apply_grants();
