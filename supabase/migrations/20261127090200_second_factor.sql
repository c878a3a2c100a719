-- The second factor of administrators: six-digit codes that an app computes from a shared secret and the time (TOTP,
-- RFC 6238), and recovery codes. It is required while the setting `admin.second_factor` is true, and of every
-- administrator who has set one up. The database checks it, so that it works the same with the embedded auth service,
-- which has no second factor, and on a hosted project.
--
-- While every administrator needs a second factor, a password alone is not enough to set one up, because somebody with
-- a stolen password could enrol their own app. The first enrolment needs a session that began with a mailed link or
-- code, or a release by a super admin. Each enrolment, removal, reset and use of a recovery code is written to the log,
-- and the owner is informed by email.

-- Returns the code of a time step (RFC 4226, section 5.3). RFC 6238 counts steps of 30 seconds since 1970.
create function private.totp_code(secret bytea, step bigint, digits integer default 6)
returns text
language plpgsql immutable set search_path = ''
as $$
declare
  mac bytea := extensions.hmac(int8send(step), secret, 'sha1');
  place integer := get_byte(mac, length(mac) - 1) & 15;
  number bigint := ((get_byte(mac, place) & 127)::bigint << 24) | (get_byte(mac, place + 1) << 16)
    | (get_byte(mac, place + 2) << 8) | get_byte(mac, place + 3);
begin
  return lpad((number % (10 ^ digits)::bigint)::text, digits, '0');
end;
$$;

-- Encodes bytes in the form that authenticator apps accept as secrets: base32 (RFC 4648, section 6) without padding.
create function private.base32(bytes bytea) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(
    substr('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 1 + rpad(substr(bits, place, 5), 5, '0')::bit(5)::integer, 1), '' order by place
  )
  from (
    select string_agg(get_byte(bytes, n)::bit(8)::text, '' order by n) as bits from generate_series(0, length(bytes) - 1) as n
  ) as written, generate_series(1, length(bits), 5) as place;
$$;

-- Decrypts the secret of a second factor. Returns null if another key encrypted it, as after the restore of a backup.
create function private.decrypted_secret(secret bytea) returns bytea
language plpgsql stable set search_path = ''
as $$
begin
  return extensions.pgp_sym_decrypt_bytea(
    secret, (select encode(key, 'hex') from private.encryption_keys where name = 'second-factor'));
exception when others then
  return null;
end;
$$;

-- Accepts a code once. Returns `given`, `wrong-code`, `too-many-attempts` (after five wrong codes in fifteen minutes
-- none is read until the fifteen minutes are over), `not-enrolled` or `secret-lost`. It raises no exception, so that
-- wrong codes stay counted. The use of a recovery code is written to the log.
create function private.take_second_factor(member uuid, code text, enrolling boolean) returns text
language plpgsql set search_path = ''
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
    -- One step early or late is accepted, for clocks that differ.
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

-- Refuses to require a second factor of all administrators before callers have given their own, which proves that
-- theirs works.
create function private.ask_own_factor_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null and private.second_factor_state() <> 'given' then
    raise exception 'Set up your own second factor first' using hint = 'second-factor-first';
  end if;
  return new;
end;
$$;

create trigger ask_own_factor_first before insert or update on public.settings
  for each row when (new.key = 'admin.second_factor' and new.value = 'true')
  execute function private.ask_own_factor_first();

-- Records that the member gave the second factor in the caller's session.
create function private.note_second_factor(member uuid) returns void
language sql set search_path = ''
as $$
  insert into private.second_factor_proofs (session_id, user_id)
  select id, user_id from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid and user_id = member
  on conflict (session_id) do update set user_id = excluded.user_id, given_at = excluded.given_at;
$$;

-- Returns { enrolled, required, needs_mail, state, recovery_codes_left }. `needs_mail` is true when the first enrolment
-- needs a session that began with a mailed link or code.
create function public.second_factor_status() returns jsonb
language plpgsql stable security definer set search_path = ''
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

-- Creates a new secret. Returns { outcome: 'begun', secret, uri }, or { outcome } with `identity-required`,
-- `already-enrolled`, or `mail-required`, when a second factor is required and the session began with a password alone.
-- The secret has no effect until `confirm_second_factor` has accepted a code of it.
create function public.begin_second_factor() returns jsonb
language plpgsql security definer set search_path = ''
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

-- Ends the enrolment with a first code, which also counts as given in this session. Returns { outcome: 'enrolled',
-- recovery_codes }, or { outcome } with `wrong-code`, `too-many-attempts`, `not-begun`, `identity-required` or
-- `mail-required`. The recovery codes are never returned again.
create function public.confirm_second_factor(code text) returns jsonb
language plpgsql security definer set search_path = ''
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
  -- Twelve characters of base32 have 60 bits.
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

-- Accepts six digits of the app or a recovery code for this session. Returns an outcome of `take_second_factor`, or
-- `session-missing`.
create function public.give_second_factor(code text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := private.calling_admin();
  outcome text;
begin
  if not exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid and user_id = me) then
    return 'session-missing';
  end if;
  outcome := private.take_second_factor(me, code, false);
  if outcome = 'given' then perform private.note_second_factor(me); end if;
  return outcome;
end;
$$;

-- Removes the caller's second factor, given a code. Returns `removed`, `identity-required`, or an outcome of
-- `take_second_factor`.
create function public.remove_second_factor(code text) returns text
language plpgsql security definer set search_path = ''
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

-- Deletes a member's second factor, its recovery codes and its proofs.
create function private.forget_second_factor(member uuid) returns void
language sql set search_path = ''
as $$
  delete from private.second_factors where user_id = member;
  delete from private.second_factor_proofs where user_id = member;
$$;

-- Removes the second factor of an administrator who has lost it and the recovery codes. Only a super admin may call it.
create function public.admin_reset_second_factor(person uuid, reason text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.is_super_admin() or person = auth.uid() then
    raise insufficient_privilege using message = 'Only a super admin resets a second factor, and nobody their own';
  end if;
  perform private.forget_second_factor(person);
  perform private.note_factor_change(person, 'reset', reason);
end;
$$;

create function private.grant_second_factor() returns void
language sql set search_path = ''
as $$
  grant execute on function
    public.second_factor_status, public.begin_second_factor, public.confirm_second_factor, public.give_second_factor,
    public.remove_second_factor, public.admin_reset_second_factor, public.admin_release_second_factor
    to authenticated;
$$;

-- Changes of second factors. The site's own server sends an email about each to its owner; a hosted project does not.
create table private.second_factor_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  change text not null check (change in ('enrolled', 'removed', 'reset', 'recovery-code-used')),
  happened_at timestamptz not null default now(),
  mailed_at timestamptz
);

create index second_factor_changes_user_id on private.second_factor_changes (user_id);
alter table private.second_factor_changes enable row level security;

-- Users who may set up a second factor once within a day, in a session that no email began, because a super admin has
-- verified their identity.
create table private.second_factor_releases (
  user_id uuid primary key references auth.users (id) on delete cascade,
  released_at timestamptz not null default now()
);

alter table private.second_factor_releases enable row level security;

-- Records a change of a second factor, for the email and in the log.
create function private.note_factor_change(member uuid, change text, reason text default null) returns void
language sql set search_path = ''
as $$
  insert into private.second_factor_changes (user_id, change) values (member, change);
  select private.log_action(
    case change when 'recovery-code-used' then change else 'second-factor-' || change end, member, null, null, reason
  );
$$;

-- Returns whether the caller may set up a second factor in this session, once their identity is proven.
create function private.may_enroll(member uuid) returns boolean
language sql stable set search_path = ''
as $$
  select not exists (select from public.settings where key = 'admin.second_factor' and value = 'true')
    or public.password_free_until() is not null
    or exists (
      select from private.second_factor_releases where user_id = member and released_at > now() - interval '1 day'
    );
$$;

-- Lets a user set up a second factor within a day in a session that no email began. Only a super admin may call it.
create function public.admin_release_second_factor(person uuid, reason text default null) returns void
language plpgsql security definer set search_path = ''
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

create function private.prune_second_factor() returns void
language sql set search_path = ''
as $$
  delete from private.second_factor_proofs where given_at < now() - interval '24 hours';
  delete from private.second_factor_changes where happened_at < now() - interval '7 days';
  delete from private.second_factor_releases where released_at < now() - interval '1 day';
  -- Deletes enrolments that were begun more than a day ago and never confirmed.
  delete from private.second_factors where confirmed_at is null and created_at < now() - interval '1 day';
$$;
