-- Settings, administrators, the rule for what an administrator may do, and the log of their changes.
--
-- The permissions of an administrator hold only in a session whose user has recently proven to be the owner of the
-- account: with the password, at most `admin.identity_minutes` ago (30 by default), or with a link or code from an
-- email that began the session at most ten minutes ago. A stolen access token alone gives no permission. The proof
-- lasts longer for reading (`admin.session_hours`).
--
-- One super admin always remains: neither a demotion, a dismissal nor the deletion of an account removes the last one,
-- even when several are attempted at once.

-- Administrators. The policies of all other tables call `has_permission`.
create table public.admins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role ~ '^[a-z][a-z0-9_]{0,39}$'),
  -- Permissions such as `users.read`. `all` stands for every permission. At most a hundred, so that checks stay cheap.
  permissions text[] not null default '{}' check (
    cardinality(permissions) <= 100
    and array_position(permissions, null) is null
    and octet_length(array_to_string(permissions, ',')) <= 5000
  ),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create trigger keep_times before update on public.admins
  for each row execute function public.keep_times();

alter table public.admins enable row level security;

-- Settings that administrators change while the product runs. Secrets are in the environment.
create table public.settings (
  key text primary key check (key ~ '^[a-z][a-z0-9._-]{0,99}$'),
  value jsonb not null check (octet_length(value::text) <= 50000),
  -- True when all roles may read the setting.
  is_public boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whole minutes, at most 120, so that the setting cannot switch the rule off.
  constraint settings_identity_minutes check (
    key <> 'admin.identity_minutes'
    or case jsonb_typeof(value)
      when 'number' then value::numeric between 1 and 120 and value::numeric = trunc(value::numeric)
      else false
    end
  ),
  -- Whole hours, at most 24.
  constraint settings_session_hours check (
    key <> 'admin.session_hours'
    or case jsonb_typeof(value)
      when 'number' then value::numeric between 1 and 24 and value::numeric = trunc(value::numeric)
      else false
    end
  ),
  constraint settings_second_factor check (key <> 'admin.second_factor' or jsonb_typeof(value) = 'boolean'),
  constraint settings_retry_url check (
    key <> 'payments.retry_url'
    or case jsonb_typeof(value) when 'string' then value #>> '{}' ~ '^(https?://[^\s]+/payment-webhook/retry)?$' else false end
  ),
  constraint settings_seller check (
    key <> 'billing.seller'
    or jsonb_typeof(value) = 'object' and coalesce(value ->> 'tax_rate', '0') ~ '^\d{1,4}$'
  ),
  constraint settings_ai_images_per_day check (
    key <> 'ai.images_per_day'
    or case jsonb_typeof(value)
      when 'number' then value::numeric between 1 and 1000000 and value::numeric = trunc(value::numeric)
      else false
    end
  )
);

create trigger keep_times before update on public.settings
  for each row execute function public.keep_times();

alter table public.settings enable row level security;

create policy "the public ones" on public.settings
  for select to anon
  using (is_public);

-- Returns whether a member is the only super admin. It blocks every other removal of a super admin until this
-- transaction ends.
create function public.is_last_super_admin(member uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.admins where user_id = member and role = 'super_admin') then return false; end if;
  perform pg_advisory_xact_lock(hashtextextended('super_admin', 0));
  -- `for share` reads the current rows, whatever the transaction's snapshot contains.
  perform from public.admins where role = 'super_admin' and user_id <> member for share;
  return not found;
end;
$$;

-- Refuses to demote or delete the last super admin.
create function public.keep_a_super_admin() returns trigger
language plpgsql security definer set search_path = ''
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

create trigger keep_a_super_admin before update or delete on public.admins
  for each row execute function public.keep_a_super_admin();

-- Sessions in which an administrator has proven their identity.
create table private.identity_proofs (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  proven_at timestamptz not null default now()
);

create index identity_proofs_user_id on private.identity_proofs (user_id);
alter table private.identity_proofs enable row level security;

-- Proves the caller's identity for administration in this session. Returns `confirmed`, or another outcome of
-- `check_identity`. A session that a mailed link began keeps its ten minutes: without a password they cannot be
-- extended.
create function public.prove_identity(current_password text default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := auth.uid();
  session uuid := (auth.jwt() ->> 'session_id')::uuid;
  signed_in_by jsonb := auth.jwt() -> 'amr';
  outcome text;
begin
  if me is null then
    raise insufficient_privilege using message = 'Only someone signed in has an identity to prove';
  end if;
  outcome := public.check_identity(me, session, signed_in_by, current_password);
  if outcome = 'confirmed' and public.link_session_end(session, signed_in_by) is null then
    insert into private.identity_proofs (session_id, user_id) values (session, me)
    on conflict (session_id) do update set user_id = excluded.user_id, proven_at = excluded.proven_at;
  end if;
  return outcome;
end;
$$;

-- Returns when the proof of identity of the caller's session ends, for proofs that last `lasting`. Returns null without
-- a valid proof.
create function private.proof_ends(lasting interval) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(ends_at) from (
    select public.link_session_end(sessions.id, auth.jwt() -> 'amr') as ends_at
    from auth.sessions
    where sessions.id = (auth.jwt() ->> 'session_id')::uuid and sessions.user_id = auth.uid()
    union all
    select proofs.proven_at + lasting
    from auth.sessions join private.identity_proofs as proofs on proofs.session_id = sessions.id
    where sessions.id = (auth.jwt() ->> 'session_id')::uuid
      and sessions.user_id = auth.uid() and proofs.user_id = auth.uid()
  ) as proven
  where ends_at > now();
$$;

-- Raises the error code with which policies refuse, so that a page asks for the proof of identity and tries again.
create function private.require_permission(permissions text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from unnest(permissions) as permission where public.has_permission(permission)) then
    raise insufficient_privilege using message = format('This needs the permission %s', array_to_string(permissions, ' or '));
  end if;
end;
$$;

-- Keys that encrypt columns of other tables. Backups leave the rows out, so that a copy of the database alone reveals
-- no secret.
create table private.encryption_keys (
  name text primary key check (char_length(name) between 1 and 40),
  key bytea not null,
  created_at timestamptz not null default now()
);

alter table private.encryption_keys enable row level security;

-- Second factors of administrators, one for each account.
create table private.second_factors (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- Shared secret, encrypted with the key `second-factor`.
  secret bytea not null,
  -- Time at which a first code showed that the app has the secret. Null until then.
  confirmed_at timestamptz,
  -- Newest step of 30 seconds whose code was accepted. Its code and older ones are not accepted again.
  last_step bigint not null default 0,
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz not null default now(),
  created_at timestamptz not null default now()
);

alter table private.second_factors enable row level security;

-- Codes for one use each, for when the app is lost. They have 60 random bits, so their hashes cannot be reversed.
create table private.recovery_codes (
  user_id uuid not null references private.second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

alter table private.recovery_codes enable row level security;

-- Sessions in which the second factor was given.
create table private.second_factor_proofs (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  given_at timestamptz not null default now()
);

create index second_factor_proofs_user_id on private.second_factor_proofs (user_id);
alter table private.second_factor_proofs enable row level security;

-- Returns the state of the second factor in the caller's session: `none` (not required), `needed` or `given`.
create function private.second_factor_state() returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when exists (
      select from private.second_factor_proofs as proofs join auth.sessions on sessions.id = proofs.session_id
      where proofs.session_id = (auth.jwt() ->> 'session_id')::uuid
        and proofs.user_id = auth.uid() and sessions.user_id = auth.uid()
        and proofs.given_at > now() - make_interval(hours => coalesce(
          (select value::integer from public.settings where key = 'admin.session_hours'), 8))
    ) then 'given'
    when exists (select from public.settings where key = 'admin.second_factor' and value = 'true')
      or exists (select from private.second_factors where user_id = auth.uid() and confirmed_at is not null)
    then 'needed'
    else 'none'
  end;
$$;

-- Returns the caller, who must be an administrator. It does not check whether they have proven their identity.
create function private.calling_admin() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  me uuid := auth.uid();
begin
  if me is null or not exists (select from public.admins where user_id = me) then
    raise insufficient_privilege using message = 'Only administrators have a second factor';
  end if;
  return me;
end;
$$;

-- Returns until when the caller's proof of identity allows changes: half an hour by default (`admin.identity_minutes`).
create function public.identity_proven_until() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select private.proof_ends(make_interval(mins => coalesce(
    (select value::integer from public.settings where key = 'admin.identity_minutes'), 30)));
$$;

-- Returns until when the caller's proof of identity allows reading: eight hours by default (`admin.session_hours`), and
-- never shorter than for changes.
create function private.admin_session_ends() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select greatest(
    public.identity_proven_until(),
    private.proof_ends(make_interval(hours => coalesce(
      (select value::integer from public.settings where key = 'admin.session_hours'), 8)))
  );
$$;

-- Returns whether the caller has a permission now. Permissions to read, such as `users.read`, hold for the whole
-- session (`admin_session_ends`); the others hold as long as `identity_proven_until`.
create function public.has_permission(permission text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.admins
    where user_id = auth.uid() and (role = 'super_admin' or permissions && array[permission, 'all'])
  ) and case
    when permission like '%.read' then private.admin_session_ends()
    else public.identity_proven_until()
  end is not null and private.second_factor_state() <> 'needed';
$$;

-- Returns whether the caller is a super admin with a valid proof of identity and, if required, a second factor.
create function public.is_super_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.admins where user_id = auth.uid() and role = 'super_admin')
    and public.identity_proven_until() is not null and private.second_factor_state() <> 'needed';
$$;

create policy "the public ones, and all with settings.read" on public.settings
  for select to authenticated
  using (is_public or (select public.has_permission('settings.read')));

create policy "new ones with settings.write" on public.settings
  for insert to authenticated
  with check ((select public.has_permission('settings.write')));

create policy "changes with settings.write" on public.settings
  for update to authenticated
  using ((select public.has_permission('settings.write')))
  with check ((select public.has_permission('settings.write')));

create policy "removal with settings.write" on public.settings
  for delete to authenticated
  using ((select public.has_permission('settings.write')));

-- Returns the caller's role and permissions, the seconds left for reading (`seconds_left`) and for changes
-- (`writes_seconds_left`), which are 0 until the caller has proven their identity, and the state of their second
-- factor. Returns null when the caller is not an administrator.
create function public.admin_session() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'admin', jsonb_build_object('role', role, 'permissions', permissions),
    'seconds_left', coalesce(ceil(extract(epoch from private.admin_session_ends() - now())), 0),
    'writes_seconds_left', coalesce(ceil(extract(epoch from public.identity_proven_until() - now())), 0),
    'second_factor', private.second_factor_state()
  )
  from public.admins where user_id = auth.uid();
$$;

create policy "own row, and every row for a super admin" on public.admins
  for select to authenticated
  using (user_id = (select auth.uid()) or (select public.is_super_admin()));

-- Administrators cannot change their own row. Whoever changes other rows is a super admin and stays one, so one always
-- remains.
create policy "a super admin appoints others" on public.admins
  for insert to authenticated
  with check ((select public.is_super_admin()) and user_id <> (select auth.uid()));

create policy "a super admin changes others" on public.admins
  for update to authenticated
  using ((select public.is_super_admin()) and user_id <> (select auth.uid()))
  with check ((select public.is_super_admin()) and user_id <> (select auth.uid()));

create policy "a super admin dismisses others" on public.admins
  for delete to authenticated
  using ((select public.is_super_admin()) and user_id <> (select auth.uid()));

-- Log of the changes that administrators made. Triggers write it in the transaction of the change. No role can alter it
-- afterwards, including the service.
create table public.admin_audit_log (
  id bigint generated always as identity primary key,
  -- No foreign key: the entry outlives the account, and then names no account. Null for changes that no person made.
  actor_id uuid,
  actor_role text,
  action text not null check (char_length(action) between 1 and 100),
  table_name text not null check (char_length(table_name) between 1 and 63),
  row_id text not null check (char_length(row_id) <= 300),
  row_before jsonb,
  row_after jsonb,
  created_at timestamptz not null default now(),
  -- Reason that the administrator gave.
  reason text check (char_length(reason) <= 500),
  -- IP address from which the request came. Null when the server does not know it.
  address text check (char_length(address) <= 64)
);

create index admin_audit_log_created_at on public.admin_audit_log (created_at desc);
create index admin_audit_log_actor_id on public.admin_audit_log (actor_id, created_at desc);
alter table public.admin_audit_log enable row level security;

create policy "all with audit.read" on public.admin_audit_log
  for select to authenticated
  using ((select public.has_permission('audit.read')));

create index admin_audit_log_row on public.admin_audit_log (table_name, row_id, id desc);
create index admin_audit_log_actor on public.admin_audit_log (actor_id, id desc);
create index admin_audit_log_action on public.admin_audit_log (action collate "C", id desc);

-- Logs the change of a row. Arguments of the trigger: the column that identifies the row, and optionally `by-admins`,
-- which logs only changes that an administrator made.
create function public.log_admin_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  actor uuid := auth.uid();
  row_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  row_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if tg_argv[1] = 'by-admins' and not exists (select from public.admins where user_id = actor) then
    return null;
  end if;
  insert into public.admin_audit_log
    (actor_id, actor_role, action, table_name, row_id, row_before, row_after, reason, address)
  values (
    actor, auth.role(), lower(tg_op), tg_table_name, coalesce(row_after, row_before) ->> tg_argv[0], row_before, row_after,
    nullif(current_setting('isola.reason', true), ''), private.request_address()
  );
  return null;
end;
$$;

create trigger log_admin_write after insert or update or delete on public.admins
  for each row execute function public.log_admin_write('user_id');

create trigger log_admin_write after insert or update or delete on public.settings
  for each row execute function public.log_admin_write('key');

-- Returns an entry without a member: without their id, without their IP address if they made the change, and without
-- the reason if the change is about them.
create function public.anonymised_entry(entry public.admin_audit_log, member uuid) returns public.admin_audit_log
language plpgsql immutable set search_path = ''
as $$
begin
  if entry.actor_id = member then
    entry.address := null;
  end if;
  if strpos(entry.row_id, member::text) > 0 or strpos(entry.row_after::text, member::text) > 0
    or strpos(entry.row_before::text, member::text) > 0
  then
    entry.reason := null;
  end if;
  entry.actor_id := nullif(entry.actor_id, member);
  entry.row_id := replace(entry.row_id, member::text, 'erased');
  entry.row_before := replace(entry.row_before::text, member::text, 'erased')::jsonb;
  entry.row_after := replace(entry.row_after::text, member::text, 'erased')::jsonb;
  return entry;
end;
$$;

-- Refuses every change of the log, with one exception: entries lose the account that `isola.erasing` names.
create function public.refuse_all_but_erasing() returns trigger
language plpgsql set search_path = ''
as $$
declare
  member text := current_setting('isola.erasing', true);
begin
  if coalesce(member, '') = '' or new is distinct from public.anonymised_entry(old, member::uuid) then
    raise insufficient_privilege using message = format('%s is only ever added to', tg_table_name);
  end if;
  return new;
end;
$$;

-- Returns the IP address of the caller. A hosted project is behind Cloudflare, which sets the first header. The site's
-- own server sets the second header to one address and removes the first.
create function private.request_address() returns text
language plpgsql stable set search_path = ''
as $$
declare
  headers json := nullif(current_setting('request.headers', true), '')::json;
begin
  return left(coalesce(headers ->> 'cf-connecting-ip', trim(split_part(headers ->> 'x-forwarded-for', ',', -1))), 64);
exception when others then
  return null;
end;
$$;

-- Logs an action that changes no row with a trigger of the log.
create function private.log_action(action text, user_id uuid, row_before jsonb, row_after jsonb, reason text) returns void
language sql set search_path = ''
as $$
  insert into public.admin_audit_log
    (actor_id, actor_role, action, table_name, row_id, row_before, row_after, reason, address)
  values (
    auth.uid(), auth.role(), action, 'users', user_id::text, row_before, row_after, nullif(reason, ''),
    private.request_address()
  );
$$;
