-- Whether the mail server works, as the site's own processes have last seen it. They share one queue, so they share the
-- state too, and it survives a restart. A hosted project sends its emails by itself and leaves both times empty.
create table private.mail_state (
  is_only_row boolean primary key default true check (is_only_row),
  -- Time at which the mail server last accepted an email, or refused one for good. In both cases, it works.
  accepted_at timestamptz,
  -- Time at which the mail server last could not be reached or asked to send nothing. An email that it postpones for the
  -- sake of one mailbox does not count.
  failed_at timestamptz
);

alter table private.mail_state enable row level security;
revoke all on private.mail_state from public, anon, authenticated, service_role;
insert into private.mail_state default values;

-- Returns whether emails wait because the mail server does not work.
create function private.are_mails_delayed() returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from private.mail_state where failed_at > coalesce(accepted_at, '-infinity'))
    and exists (select from private.mail_queue);
$$;

-- Returns the state of payment providers, emails and the database, as far as the database has recorded it. A provider
-- without any event is not listed.
create or replace function public.admin_health() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_permission('{settings.read}');
  return jsonb_build_object('providers', jsonb_build_array(
    jsonb_build_object(
      'id', 'database', 'kind', 'database', 'state', 'ok', 'last_success_at', now(), 'last_failure_at', null,
      'failures_24h', 0, 'message', null
    ),
    (
      select jsonb_build_object(
        'id', 'mail', 'kind', 'mail',
        'state', case
          when private.are_mails_delayed() then 'failing'
          when accepted_at is null and failed_at is null then 'idle'
          else 'ok'
        end,
        'last_success_at', accepted_at, 'last_failure_at', failed_at,
        -- The last attempt of each waiting email is not counted, because it may be under way.
        'failures_24h', (select coalesce(sum(greatest(attempts - 1, 0)), 0) from private.mail_queue), 'message', null
      )
      from private.mail_state
    )
  ) || (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', provider, 'kind', 'payment',
      'state', case
        when failures > 0 and coalesce(last_failure_at > last_success_at, true) then 'failing'
        when last_success_at is null then 'idle'
        else 'ok'
      end,
      'last_success_at', last_success_at, 'last_failure_at', last_failure_at, 'failures_24h', failures, 'message', last_error
    ) order by provider), '[]')
    from (
      select
        provider,
        max(processed_at) filter (where status in ('processed', 'ignored')) as last_success_at,
        max(received_at) filter (where status = 'failed') as last_failure_at,
        count(*) filter (where status = 'failed' and received_at > now() - interval '24 hours') as failures,
        (array_agg(error order by received_at desc) filter (where status = 'failed'))[1] as last_error
      from (select * from public.webhook_events order by id desc limit 1000) as newest
      group by provider
    ) as providers
  ));
end;
$$;

revoke all on function private.are_mails_delayed() from public, anon, authenticated, service_role;
