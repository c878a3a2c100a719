-- When every administrator needs a second factor, a password alone sets none up: a thief of the password would enrol an app of their own.
-- The first enrolment takes a session that a mailed link or code began, or the release of a super admin. Each enrolment, removal, reset
-- and use of a recovery code is in the log of administrators, and the owner is told by mail.

-- Changes of second factors. The site's own server mails them to their owners; a hosted project does not.
create table private.second_factor_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  change text not null check (change in ('enrolled', 'removed', 'reset', 'recovery-code-used')),
  happened_at timestamptz not null default now(),
  mailed_at timestamptz
);
create index second_factor_changes_user_id on private.second_factor_changes (user_id);

-- Users who may set up a second factor once without a mail, within a day, because a super admin has made sure of their identity.
create table private.second_factor_releases (
  user_id uuid primary key references auth.users (id) on delete cascade,
  released_at timestamptz not null default now()
);

alter table private.second_factor_changes enable row level security;
alter table private.second_factor_releases enable row level security;
revoke all on private.second_factor_changes, private.second_factor_releases from public, anon, authenticated, service_role;

create function private.note_factor_change(member uuid, change text, reason text default null) returns void
language sql
set search_path = ''
as $$
  insert into private.second_factor_changes (user_id, change) values (member, change);
  select private.log_action(
    case change when 'recovery-code-used' then change else 'second-factor-' || change end, member, null, null, reason
  );
$$;

-- Tells whether the caller may set up a second factor in this session, once their identity is proven.
create function private.may_enroll(member uuid) returns boolean
language sql
stable
set search_path = ''
as $$
  select not exists (select from public.settings where key = 'admin.second_factor' and value = 'true')
    or public.password_free_until() is not null
    or exists (
      select from private.second_factor_releases where user_id = member and released_at > now() - interval '1 day'
    );
$$;

-- As before, and the use of a recovery code is noted.
create or replace function private.take_second_factor(member uuid, code text, enrolling boolean) returns text
language plpgsql
set search_path = ''
as $$
declare
  factor private.second_factors;
  given text := lower(regexp_replace(coalesce(code, ''), '[\s-]', '', 'g'));
  now_step bigint := floor(extract(epoch from now()) / 30);
  matched bigint;
begin
  select * into factor from private.second_factors where user_id = member for update;
  if not found or (factor.confirmed_at is null) <> enrolling then return 'not-enrolled'; end if;
  if factor.failing_since < now() - interval '15 minutes' then factor.failures := 0; end if;
  if factor.failures >= 5 then return 'too-many-attempts'; end if;

  if given ~ '^[0-9]{6}$' then
    factor.secret := private.decrypted_secret(factor.secret);
    if factor.secret is null then return 'secret-lost'; end if;
    -- One step early or late, for clocks that differ.
    select max(step) into matched from generate_series(now_step - 1, now_step + 1) as step
    where step > factor.last_step and private.totp_code(factor.secret, step) = given;
    if matched is not null then
      update private.second_factors set last_step = matched, failures = 0 where user_id = member;
      return 'given';
    end if;
  elsif not enrolling then
    delete from private.recovery_codes
    where user_id = member and code_hash = sha256(convert_to(member::text || given, 'UTF8'));
    if found then
      update private.second_factors set failures = 0 where user_id = member;
      perform private.note_factor_change(member, 'recovery-code-used');
      return 'given';
    end if;
  end if;
  update private.second_factors set
    failing_since = case when factor.failures = 0 then now() else failing_since end,
    failures = factor.failures + 1
  where user_id = member;
  return 'wrong-code';
end;
$$;

-- As before; `needs_mail`: the first enrolment takes a session that a mailed link or code began.
create or replace function public.second_factor_status() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me uuid := private.calling_admin();
begin
  return jsonb_build_object(
    'enrolled', exists (select from private.second_factors where user_id = me and confirmed_at is not null),
    'required', exists (select from public.settings where key = 'admin.second_factor' and value = 'true'),
    'needs_mail', not private.may_enroll(me),
    'state', private.second_factor_state(),
    'recovery_codes_left', (select count(*) from private.recovery_codes where user_id = me)
  );
end;
$$;

-- As before; { outcome: 'mail-required' } when a second factor is required and the session was begun with a password alone.
create or replace function public.begin_second_factor() returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := private.calling_admin();
  secret bytea := extensions.gen_random_bytes(20);
  address text;
begin
  if public.identity_proven_until() is null then return jsonb_build_object('outcome', 'identity-required'); end if;
  if not private.may_enroll(me) then return jsonb_build_object('outcome', 'mail-required'); end if;
  insert into private.encryption_keys (name, key) values ('second-factor', extensions.gen_random_bytes(32))
  on conflict do nothing;
  insert into private.second_factors as factors (user_id, secret)
  select me, extensions.pgp_sym_encrypt_bytea(secret, encode(key, 'hex'), 'cipher-algo=aes256')
  from private.encryption_keys where name = 'second-factor'
  on conflict (user_id) do update set secret = excluded.secret, last_step = 0
  where factors.confirmed_at is null;
  if not found then return jsonb_build_object('outcome', 'already-enrolled'); end if;
  select email into address from auth.users where id = me;
  return jsonb_build_object(
    'outcome', 'begun',
    'secret', private.base32(secret),
    'uri', format('otpauth://totp/Isola:%s?secret=%s&issuer=Isola', replace(address, '+', '%2B'), private.base32(secret))
  );
end;
$$;

-- As before, with the same outcome.
create or replace function public.confirm_second_factor(code text) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := private.calling_admin();
  outcome text;
  codes text[];
begin
  if public.identity_proven_until() is null then return jsonb_build_object('outcome', 'identity-required'); end if;
  if not private.may_enroll(me) then return jsonb_build_object('outcome', 'mail-required'); end if;
  outcome := private.take_second_factor(me, code, true);
  if outcome <> 'given' then
    return jsonb_build_object('outcome', case outcome when 'not-enrolled' then 'not-begun' else outcome end);
  end if;
  update private.second_factors set confirmed_at = now() where user_id = me;
  -- Twelve characters of base32 are sixty bits.
  select array_agg(lower(substr(private.base32(extensions.gen_random_bytes(8)), 1, 12))) into codes from generate_series(1, 10);
  insert into private.recovery_codes (user_id, code_hash)
  select me, sha256(convert_to(me::text || each, 'UTF8')) from unnest(codes) as each;
  delete from private.second_factor_releases where user_id = me;
  perform private.note_second_factor(me);
  perform private.note_factor_change(me, 'enrolled');
  return jsonb_build_object(
    'outcome', 'enrolled',
    'recovery_codes', (select jsonb_agg(regexp_replace(each, '(....)(....)(....)', '\1-\2-\3')) from unnest(codes) as each)
  );
end;
$$;

-- As before.
create or replace function public.remove_second_factor(code text) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  me uuid := private.calling_admin();
  outcome text;
begin
  if public.identity_proven_until() is null then return 'identity-required'; end if;
  outcome := private.take_second_factor(me, code, false);
  if outcome <> 'given' then return outcome; end if;
  perform private.forget_second_factor(me);
  perform private.note_factor_change(me, 'removed');
  return 'removed';
end;
$$;

-- As before.
create or replace function public.admin_reset_second_factor(person uuid, reason text default null) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not public.is_super_admin() or person = auth.uid() then
    raise insufficient_privilege using message = 'Only a super admin resets a second factor, and nobody their own';
  end if;
  perform private.forget_second_factor(person);
  perform private.note_factor_change(person, 'reset', reason);
end;
$$;

-- Lets a user set up a second factor without a mail, within a day. Only a super admin may call it.
create function public.admin_release_second_factor(person uuid, reason text default null) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_admin_action(person, reason);
  if not exists (select from public.admins where user_id = person) then
    raise exception 'Only administrators have a second factor' using hint = 'no-admin';
  end if;
  insert into private.second_factor_releases (user_id) values (person)
  on conflict (user_id) do update set released_at = now();
  perform private.log_action('second-factor-released', person, null, null, reason);
end;
$$;

create or replace function private.grant_second_factor() returns void
language sql
set search_path = ''
as $$
  grant execute on function
    public.second_factor_status, public.begin_second_factor, public.confirm_second_factor, public.give_second_factor,
    public.remove_second_factor, public.admin_reset_second_factor, public.admin_release_second_factor
    to authenticated;
$$;

create or replace function private.prune_second_factor() returns void
language sql
set search_path = ''
as $$
  delete from private.second_factor_proofs where given_at < now() - interval '24 hours';
  delete from private.second_factor_changes where happened_at < now() - interval '7 days';
  delete from private.second_factor_releases where released_at < now() - interval '1 day';
  -- Enrolments that were begun more than a day ago and never confirmed are deleted.
  delete from private.second_factors where confirmed_at is null and created_at < now() - interval '1 day';
$$;

-- As before, with the email of the account that an entry is about.
create or replace function private.audit_row(entry bigint) returns jsonb
language sql
stable
set search_path = ''
as $$
  select to_jsonb(log) || jsonb_build_object('id', log.id::text, 'actor_email', people.email, 'row_email', subject.email)
  from public.admin_audit_log as log
  cross join lateral (
    select case log.table_name
      when 'user_subscriptions' then coalesce(log.row_after, log.row_before) ->> 'user_id'
      when 'users' then log.row_id
      when 'admins' then log.row_id
    end as id
  ) as about
  left join private.people on people.user_id = log.actor_id
  left join private.people as subject on subject.user_id = case
    when about.id ~ '^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$' then about.id::uuid
  end
  where log.id = entry;
$$;

select public.apply_grants();
