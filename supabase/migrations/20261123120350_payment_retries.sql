-- A hosted project tries payment reports again each minute: pg_cron asks the function `payment-webhook`, by pg_net, while something is
-- due. The site's own server has a timer, and neither extension.

insert into public.settings (key, value, is_public) values ('payments.retry_url', '""', false) on conflict do nothing;
alter table public.settings add constraint settings_retry_url check (
  key <> 'payments.retry_url'
  or case jsonb_typeof(value) when 'string' then value #>> '{}' ~ '^(https?://[^\s]+/payment-webhook/retry)?$' else false end
);

-- Asks the function at `payments.retry_url`, if a report or a double payment is due. Returns whether it did.
create function private.ask_for_payment_retries() returns boolean
language plpgsql
set search_path = ''
as $$
declare
  address text := (select value #>> '{}' from public.settings where key = 'payments.retry_url');
  is_due boolean;
begin
  if coalesce(address, '') = '' then return false; end if;
  select
    exists (
      select from public.webhook_events
      where status in ('received', 'processing') and next_attempt_at <= now()
        and (claimed_until is null or claimed_until < now())
    )
    or exists (
      select from private.double_payments
      where ordered_at is null and attempts < 12 and next_attempt_at <= now() and private.refund_due(payment_id) > 0
    )
  into is_due;
  if not is_due then return false; end if;
  perform net.http_post(url := address, timeout_milliseconds := 30000);
  return true;
end;
$$;

-- Has it asked each minute where both extensions are on. Returns whether they are.
create function private.schedule_payment_retries() returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from pg_catalog.pg_proc where pronamespace = to_regnamespace('cron') and proname = 'schedule')
    or not exists (select from pg_catalog.pg_proc where pronamespace = to_regnamespace('net') and proname = 'http_post')
  then
    return false;
  end if;
  perform cron.schedule('payment-retries', '* * * * *', 'select private.ask_for_payment_retries()');
  return true;
end;
$$;

select private.schedule_payment_retries();
select public.apply_grants();
