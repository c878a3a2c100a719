-- Keeps the rows that anybody can add small in number, and the deletion of an account fast when there are many of them.

-- Stores a delivery of a webhook. Outcomes: `stored` or `duplicate` (the event is stored already), with `id` and
-- `status`; `dropped` for an unverified delivery after ten of its provider in a minute. Unverified deliveries have no
-- event id. The newest 500 of each provider are kept, with the first 16 KiB of their bytes.
create or replace function public.receive_webhook(
  provider text, verdict text, headers jsonb, body_base64 text,
  event_id text default null, type text default null, event_at timestamptz default null, payload jsonb default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  is_verified boolean := verdict in ('valid', 'test');
  stored public.webhook_events;
begin
  -- Anybody can send deliveries that cannot be verified. A few a minute show the operator a wrong setting.
  if not is_verified and (
    select count(*) from public.webhook_events
    where status = 'refused' and provider = receive_webhook.provider and received_at > now() - interval '1 minute'
  ) >= 10 then return jsonb_build_object('outcome', 'dropped'); end if;
  perform private.begin_billing(null);
  insert into public.webhook_events (
    provider, event_id, signature_valid, type, payload, status, verdict, headers, body, event_at, next_attempt_at
  )
  values (
    receive_webhook.provider, case when is_verified then receive_webhook.event_id end, is_verified,
    coalesce(left(receive_webhook.type, 100), 'unknown'), case when is_verified then receive_webhook.payload end,
    case when is_verified then 'received' else 'refused' end, receive_webhook.verdict, receive_webhook.headers,
    case when is_verified then decode(body_base64, 'base64')
      else substring(decode(body_base64, 'base64') from 1 for 16384) end,
    receive_webhook.event_at, case when is_verified then now() end
  )
  on conflict (provider, event_id) do nothing returning * into stored;
  if not found then
    select * into stored from public.webhook_events
    where provider = receive_webhook.provider and event_id = receive_webhook.event_id;
    return jsonb_build_object('outcome', 'duplicate', 'id', stored.id, 'status', stored.status);
  end if;
  if not is_verified then
    delete from public.webhook_events where id in (
      select id from public.webhook_events
      where status = 'refused' and provider = receive_webhook.provider
      order by received_at desc, id desc offset 500
    );
  end if;
  perform set_config('isola.billing', '', true);
  return jsonb_build_object('outcome', 'stored', 'id', stored.id, 'status', stored.status);
end;
$$;

-- Deletes an account and every reference to it.
create or replace function public.erase_account(member uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
  -- Texts that identify the person inside JSON, in lower case. The email is included only if it is confirmed to be
  -- theirs.
  names text[];
  -- Patterns of the same texts, as JSON writes them. A row that fits none of them cannot contain a name, and comparing a
  -- pattern is much faster than searching the document: any member can make these logs long.
  patterns text[];
begin
  select lower(email) into address from auth.users where id = member and email_confirmed_at is not null;
  select array_remove(array_agg(lower(old_email)), null) into names from private.email_changes where user_id = member;
  names := array_remove(names || array[member::text, address], null);
  select array_agg('%' || regexp_replace(substring(to_json(each)::text from '^"(.*)"$'), '([\\%_])', '\\\1', 'g') || '%')
  into patterns from unnest(names) as each;

  perform set_config('isola.erasing', member::text, true);
  update public.invoices set buyer = buyer - '{email,username,user_id}'::text[] where user_id = member;
  delete from public.feedback where lower(email) = address;
  delete from public.api_preregistrations where lower(email) = address;
  -- Emails that have not been sent yet are deleted, because their links would lead nowhere.
  delete from private.mail_queue where lower(recipient) = any (names);
  delete from auth.flow_state where user_id = member;
  delete from auth.refresh_tokens where user_id::text = member::text;
  -- The deletion cascades to sessions, identities, profile, subscriptions, usage, rights and tokens.
  delete from auth.users where id = member;

  -- Runs after the deletion, which the log of administrators may have recorded.
  update public.admin_audit_log as entry set (actor_id, row_id, row_before, row_after) = (
    select cleaned.actor_id, cleaned.row_id, cleaned.row_before, cleaned.row_after
    from public.anonymised_entry(entry, member) as cleaned
  )
  where actor_id = member
    or strpos(row_id, member::text) > 0
    or strpos(row_before::text, member::text) > 0
    or strpos(row_after::text, member::text) > 0;
  update auth.audit_log_entries set
    payload = json_build_object('action', payload ->> 'action', 'log_type', payload ->> 'log_type'),
    ip_address = ''
  where lower(payload::jsonb::text) like any (patterns) and public.names_any(payload::jsonb, names);
  update public.payment_logs set detail = '{}'
  where lower(detail::text) like any (patterns) and public.names_any(detail, names);
  update public.webhook_events set payload = '{}', error = null
  where lower(payload::text) like any (patterns) and public.names_any(payload, names);
  perform set_config('isola.erasing', '', true);
end;
$$;

-- Deletes the entries about renewed sessions after a day. A session that is renewed in a loop adds hundreds of thousands
-- of them.
create function private.prune_renewals() returns void
language sql set search_path = ''
as $$
  delete from auth.audit_log_entries
  where created_at < now() - interval '1 day' and payload ->> 'action' in ('token_refreshed', 'token_revoked');
$$;

revoke all on function private.prune_renewals() from public, anon, authenticated, service_role;

-- Refuses to store more than 16 KiB of data that a member chooses. Each request for the own account returns it.
create function public.limit_metadata() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- An account that has more already may be given less.
  if tg_op = 'UPDATE' and octet_length(new.raw_user_meta_data::text) <= octet_length(old.raw_user_meta_data::text) then
    return new;
  end if;
  -- A sign-up that is refused would tell that the address has no account. The data that pages use stays.
  if tg_op = 'INSERT' then
    select coalesce(jsonb_object_agg(key, value), '{}') into new.raw_user_meta_data
    from jsonb_each(new.raw_user_meta_data)
    where octet_length(value::text) <= 1000
      and key in ('username', 'language', 'sub', 'email', 'email_verified', 'phone_verified');
    return new;
  end if;
  raise check_violation using message = 'The metadata of an account is too large', hint = 'metadata-too-large';
end;
$$;

create trigger limit_metadata before insert or update of raw_user_meta_data on auth.users
  for each row when (octet_length(new.raw_user_meta_data::text) > 16384)
  execute function public.limit_metadata();

revoke all on function public.limit_metadata() from public, anon, authenticated, service_role;
