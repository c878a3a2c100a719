-- What an accountant found: numbers beyond a million, the tax of partial refunds, refunds of more than was paid, refunds that fail
-- afterwards, disputes whose reports arrive in another order, void invoices that a credit note corrects, and plans that ran out while
-- the report of their renewal was on its way.

-- As before; the seventh digit of a number stays, which `lpad` cut off.
create or replace function private.next_invoice_number(series text) returns text
language plpgsql
set search_path = ''
as $$
declare
  given integer;
begin
  insert into private.invoice_series as counted (series, last_number) values (next_invoice_number.series, 1)
  on conflict on constraint invoice_series_pkey do update set last_number = counted.last_number + 1
  returning last_number into given;
  return series || '-' || lpad(given::text, greatest(6, length(given::text)), '0');
end;
$$;

-- As before, and credit notes never take back more than their invoice says, and all of them together its whole tax: each has the tax
-- of what is credited up to it, less what the ones before it have.
-- Issues a credit note over what was refunded, to the invoice of the payment.
create or replace function private.issue_credit_note(refund uuid) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  refunded public.payment_refunds;
  corrected public.invoices;
  credited record;
  amount bigint;
  issued uuid;
begin
  select * into refunded from public.payment_refunds where id = refund for update;
  select id into issued from public.invoices
  where payment_id = refunded.payment_id and kind = 'credit-note' and status = 'issued'
    and lines -> 0 ->> 'refund_id' = refund::text;
  if found then return issued; end if;
  select * into corrected from public.invoices
  where payment_id = refunded.payment_id and kind = 'invoice' and status = 'issued';
  if not found then return null; end if;
  select coalesce(sum(amount_minor), 0) as amount, coalesce(sum(tax_minor), 0) as tax into credited
  from public.invoices where corrects = corrected.id and status = 'issued';
  amount := least(refunded.amount_minor, corrected.amount_minor - credited.amount);
  if amount <= 0 then return null; end if;
  insert into public.invoices (
    number, kind, corrects, user_id, payment_id, subscription_id, amount_minor, tax_minor, tax_rate, tax_name, currency,
    seller, buyer, lines, language, period_start, period_end
  )
  values (
    private.next_invoice_number(to_char(now() at time zone 'utc', 'YYYY')), 'credit-note', corrected.id, corrected.user_id,
    refunded.payment_id, corrected.subscription_id, amount,
    round((credited.amount + amount)::numeric * corrected.tax_minor / corrected.amount_minor) - credited.tax, corrected.tax_rate, corrected.tax_name,
    corrected.currency, corrected.seller, corrected.buyer,
    jsonb_build_array(jsonb_build_object(
      'plan_id', corrected.lines -> 0 -> 'plan_id', 'quantity', 1, 'amount_minor', amount,
      'corrects', corrected.number, 'refund_id', refund
    )),
    corrected.language, corrected.period_start, corrected.period_end
  )
  returning id into issued;
  perform private.log_payment(corrected.user_id, refunded.payment_id, 'credit-note-issued', jsonb_build_object(
    'number', (select number from public.invoices where id = issued)
  ));
  return issued;
end;
$$;

-- Makes an invoice or a credit note void. Its number stays taken. Returns `voided`, `already-void`, `not-found`, or
-- `corrected` for an invoice with a credit note that is not void.
create or replace function public.void_invoice(invoice uuid, reason text) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_invoice public.invoices;
begin
  perform private.begin_billing(null);
  select * into found_invoice from public.invoices where id = invoice for update;
  if not found then return 'not-found'; end if;
  if found_invoice.status = 'void' then return 'already-void'; end if;
  if exists (select from public.invoices where corrects = invoice and status = 'issued') then return 'corrected'; end if;
  update public.invoices set status = 'void', voided_at = now(), void_reason = left(reason, 500) where id = invoice;
  perform private.log_payment(found_invoice.user_id, found_invoice.payment_id, 'invoice-voided', jsonb_build_object(
    'number', found_invoice.number
  ));
  perform set_config('isola.billing', '', true);
  return 'voided';
end;
$$;

-- As before, and what ended because all was paid back goes on where the refund failed after all.
-- What another payment of the subscription pays for goes on.
create or replace function private.apply_refund(payment uuid, event_key text, happened_at timestamptz, fact jsonb) returns void
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  paid public.payments;
  refund public.payment_refunds;
  latest timestamptz;
begin
  insert into public.payment_refunds as kept (
    payment_id, provider_refund_id, amount_minor, status, reason, refunded_at, provider_event_at
  )
  values (
    payment, fact ->> 'refundId', (fact ->> 'amountMinor')::bigint, coalesce(fact ->> 'refundStatus', 'succeeded'),
    left(fact ->> 'reason', 500), case when coalesce(fact ->> 'refundStatus', 'succeeded') = 'succeeded' then happened_at end,
    happened_at
  )
  on conflict (payment_id, provider_refund_id) do update set
    status = excluded.status, reason = excluded.reason, provider_event_at = excluded.provider_event_at,
    refunded_at = coalesce(kept.refunded_at, excluded.refunded_at)
  -- An older report changes nothing; of the same moment the further one holds.
  where (kept.provider_event_at, array_position(array['pending', 'succeeded', 'failed'], kept.status))
    < (excluded.provider_event_at, array_position(array['pending', 'succeeded', 'failed'], excluded.status))
  returning * into refund;
  if refund.id is null then return; end if;
  perform private.settle_payment(payment);
  select * into paid from public.payments where id = payment;
  perform private.log_payment(
    paid.user_id, payment,
    case refund.status when 'succeeded' then 'refunded' when 'pending' then 'refund-pending' else 'refund-failed' end,
    jsonb_build_object('amount_minor', refund.amount_minor, 'currency', paid.currency)
  );
  if refund.status = 'succeeded' then perform private.issue_credit_note(refund.id); end if;
  if refund.status = 'failed' then
    update public.invoices set status = 'void', voided_at = now(), void_reason = 'The refund failed'
    where payment_id = payment and kind = 'credit-note' and status = 'issued' and lines -> 0 ->> 'refund_id' = refund.id::text;
    if paid.refunded_minor < paid.amount_minor then
      delete from private.subscription_events where event_key = 'refunded:' || payment;
      if found then perform private.settle_member(paid.user_id); end if;
    end if;
  end if;
  -- All of it is paid back: what it paid for ends.
  select max(refunded_at) into latest from public.payment_refunds where payment_id = payment;
  if paid.refunded_minor >= paid.amount_minor and refund.status = 'succeeded' and paid.period_end > latest and not exists (
    select from public.payments as other
    where other.subscription_id = paid.subscription_id and other.id <> payment and other.amount_minor > 0
      and other.status in ('succeeded', 'partially_refunded')
      and other.period_start <= paid.period_start and other.period_end > paid.period_start
  ) then
    perform private.record_subscription_event(paid.subscription_id, 'refunded:' || payment, 'refunded', latest, '{}');
  end if;
end;
$$;

-- As before, and of reports that a dispute was closed the newest holds, whichever arrives last.
create or replace function private.apply_dispute(payment uuid, event_key text, happened_at timestamptz, fact jsonb) returns void
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  paid public.payments;
begin
  insert into public.payment_disputes as kept (payment_id, provider_dispute_id, amount_minor, status, opened_at, closed_at)
  values (
    payment, fact ->> 'disputeId', coalesce((fact ->> 'amountMinor')::bigint, 0),
    case fact ->> 'kind' when 'disputed' then 'open' when 'dispute_won' then 'won' else 'lost' end, happened_at,
    case when fact ->> 'kind' <> 'disputed' then happened_at end
  )
  on conflict (payment_id, provider_dispute_id) do update set
    -- Closed stays closed, also where the report that it was opened arrives later.
    status = case
      when excluded.status = 'open' or excluded.closed_at < kept.closed_at then kept.status
      else excluded.status end,
    opened_at = least(kept.opened_at, excluded.opened_at),
    closed_at = greatest(kept.closed_at, excluded.closed_at);
  perform private.settle_payment(payment);
  select * into paid from public.payments where id = payment;
  if paid.subscription_id is not null then
    perform private.record_subscription_event(paid.subscription_id, event_key, fact ->> 'kind', happened_at, '{}');
  end if;
end;
$$;

-- Lets a member's subscription run out whose time is over, so that another may begin. What a provider renews has three days more, as
-- in `prune_billing`: its report may be on the way, and the member would pay twice.
create or replace function private.expire_due(member uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  due uuid;
begin
  for due in
    select id from public.user_subscriptions
    where user_id = member and status in ('active', 'past_due') and end_date <= now() - case
        when provider_subscription_id is null or cancelled_at is not null then interval '0' else interval '3 days' end
  loop
    perform private.end_by_time(due);
  end loop;
end;
$$;

select public.apply_grants();
