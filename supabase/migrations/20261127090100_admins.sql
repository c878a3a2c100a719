-- Settings, administrators, the rule for what an administrator may do, and the log of what they did.
--
-- The permissions of an administrator hold only in a session whose user has recently proven to be the owner of the account: with the
-- password, at most `admin.identity_minutes` ago (30 by default), or with a link or code from an email that began the session at most
-- ten minutes ago. A stolen access token alone administers nothing. The proof lasts longer for reading (`admin.session_hours`).
--
-- One super admin always remains: neither a demotion, a dismissal nor the deletion of an account removes the last one, even when
-- several are attempted at once.

-- Administrators. The policies of all other tables ask `has_permission`.
create table public.admins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role ~ '^[a-z][a-z0-9_]{0,39}$'),
  -- Such as `users.read`; `all` stands for every one. At most a hundred, so that asking stays cheap.
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
  -- Whether all roles may read it.
  is_public boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whole minutes; two hours at most, so that it cannot switch the rule off.
  constraint settings_identity_minutes check (
    key <> 'admin.identity_minutes'
    or case jsonb_typeof(value)
      when 'number' then value::numeric between 1 and 120 and value::numeric = trunc(value::numeric)
      else false
    end
  ),
  -- Whole hours, one day at most.
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

-- Holds off every other removal of a super admin until this transaction ends.
create function public.is_last_super_admin(member uuid) returns boolean
language plpgsql security definer set search_path = ''
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

create table private.identity_proofs (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  proven_at timestamptz not null default now()
);

create index identity_proofs_user_id on private.identity_proofs (user_id);
alter table private.identity_proofs enable row level security;

-- Proves the caller's identity for the session's administration. Returns `confirmed`, or what `check_identity` returns
-- instead. A session that a mailed link began keeps its ten minutes: they are not turned into more without a password.
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

-- Until when the proof of identity of the caller's own session lasts, if it lasts so long; null where it does not.
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

-- Refuses with the code that policies refuse with, so that a page asks for the proof of identity and tries again.
create function private.require_permission(permissions text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from unnest(permissions) as permission where public.has_permission(permission)) then
    raise insufficient_privilege using message = format('This needs the permission %s', array_to_string(permissions, ' or '));
  end if;
end;
$$;

-- Keys that encrypt what tables hold. Backups leave the rows out: a copy of the database alone gives no secret away.
create table private.encryption_keys (
  name text primary key check (char_length(name) between 1 and 40),
  key bytea not null,
  created_at timestamptz not null default now()
);

alter table private.encryption_keys enable row level security;

create table private.second_factors (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- Encrypted with the key `second-factor`.
  secret bytea not null,
  -- Null until a first code has shown that the app has the secret.
  confirmed_at timestamptz,
  -- The newest step of 30 seconds whose code was taken: neither it nor an older one is taken again.
  last_step bigint not null default 0,
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz not null default now(),
  created_at timestamptz not null default now()
);

alter table private.second_factors enable row level security;

-- Codes to be used once, when the app is lost. 60 random bits, so that their hashes tell nothing.
create table private.recovery_codes (
  user_id uuid not null references private.second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

alter table private.recovery_codes enable row level security;

-- Sessions in which the factor was given.
create table private.second_factor_proofs (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  given_at timestamptz not null default now()
);

create index second_factor_proofs_user_id on private.second_factor_proofs (user_id);
alter table private.second_factor_proofs enable row level security;

-- Whether the caller's session is to give a factor: `none`, `needed` or `given`.
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

-- The caller, who must be an administrator; whether they have proven their identity is another question.
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

-- For what changes something: half an hour unless `admin.identity_minutes` says otherwise.
create function public.identity_proven_until() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select private.proof_ends(make_interval(mins => coalesce(
    (select value::integer from public.settings where key = 'admin.identity_minutes'), 30)));
$$;

-- For reading: eight hours unless `admin.session_hours` says otherwise, and never shorter than for what changes something.
create function private.admin_session_ends() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select greatest(
    public.identity_proven_until(),
    private.proof_ends(make_interval(hours => coalesce(
      (select value::integer from public.settings where key = 'admin.session_hours'), 8)))
  );
$$;

-- The owner's rule as before. A permission to read, such as `users.read`, holds during the whole session.
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

-- Returns the role and permissions of the caller, for how many more seconds they may read, for how many they may change something (0 while
-- their identity is to be proven), and the state of their second factor. Returns null when the caller is no administrator.
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

-- An administrator cannot change their own row: the one who changes others is a super admin and stays one, so that one
-- always remains.
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

-- Log of what administrators changed. Triggers write it in the transaction of the change, and nobody alters it afterwards, the service
-- included.
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
  created_at timestamptz not null default now(),
  -- Reason that the administrator gave.
  reason text check (char_length(reason) <= 500),
  -- From which address the request came; null where the server does not know.
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

-- Arguments: the column that names the row, and `by-admins` where members' and the service's own changes are no news.
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

-- An entry without a person, also without the address of one who wrote it and without what was written about one.
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

-- The log is still only added to, with this one exception: the account that `isola.erasing` names is taken out of it.
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

-- The address of the caller. A hosted project is behind Cloudflare, which sets the first header; the site's own server sets the
-- second to one address, and takes the first away.
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

-- Notes what changed no row that has a trigger of the log.
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
