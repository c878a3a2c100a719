-- Payments and their invoices, which are numbered in one series a year without gaps, in the transaction of the payment.

insert into public.settings (key, value, is_public) values
  ('billing.seller', '{"name": "", "address": "", "tax_id": "", "email": "", "tax_rate": 0, "tax_name": ""}', false)
on conflict do nothing;

-- Refuses changes of an issued invoice, for every role. Two changes are allowed: the invoice becomes void, and it loses
-- the buyer when the account is erased.
create function public.keep_invoice() returns trigger
language plpgsql set search_path = ''
as $$
declare
  allowed public.invoices;
begin
  if tg_op = 'DELETE' then
    raise insufficient_privilege using message = 'An invoice is never removed: it becomes void';
  end if;
  allowed := old;
  -- References to deleted rows may become null.
  if new.user_id is null then allowed.user_id := null; end if;
  if new.subscription_id is null then allowed.subscription_id := null; end if;
  if old.status = 'issued' and new.status = 'void' then
    allowed.status := new.status;
    allowed.voided_at := new.voided_at;
    allowed.void_reason := new.void_reason;
  end if;
  if coalesce(current_setting('isola.erasing', true), '') <> '' then
    allowed.buyer := old.buyer - '{email,username,user_id}'::text[];
    if new.buyer = old.buyer then allowed.buyer := old.buyer; end if;
  end if;
  if new is distinct from allowed then
    raise insufficient_privilege using message = 'An invoice stays as it was issued';
  end if;
  return new;
end;
$$;

create trigger keep_invoice before update or delete on public.invoices
  for each row execute function public.keep_invoice();

create trigger keep_invoices before truncate on public.invoices
  for each statement execute function public.refuse_change();

-- Returns the next number of a series, such as 2026-000001. Other transactions wait until this one ends, so that a
-- rollback leaves no gap. `lpad` alone would cut off the seventh digit of a number.
create function private.next_invoice_number(series text) returns text
language plpgsql set search_path = ''
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

-- Returns the tax that an amount includes. The rate is in hundredths of a percent.
create function private.tax_within(amount_minor bigint, tax_rate integer) returns bigint
language sql immutable set search_path = ''
as $$
  select round(amount_minor::numeric * tax_rate / (10000 + tax_rate))::bigint;
$$;

-- Issues the invoice of a payment if it has none. Returns the invoice's id.
create function private.issue_invoice(payment uuid, buyer jsonb default '{}') returns uuid
language plpgsql set search_path = ''
as $$
declare
  paid public.payments;
  seller jsonb := coalesce((select value from public.settings where key = 'billing.seller'), '{}');
  rate integer := coalesce(case when seller ->> 'tax_rate' ~ '^\d{1,4}$' then (seller ->> 'tax_rate')::integer end, 0);
  issued uuid;
begin
  select * into paid from public.payments where id = payment for update;
  select id into issued from public.invoices
  where payment_id = payment and kind = 'invoice' and status = 'issued';
  if found then return issued; end if;
  insert into public.invoices (
    number, user_id, payment_id, subscription_id, amount_minor, tax_minor, tax_rate, tax_name, currency, seller, buyer, lines,
    language, period_start, period_end
  )
  values (
    private.next_invoice_number(to_char(now() at time zone 'utc', 'YYYY')), paid.user_id, payment, paid.subscription_id,
    paid.amount_minor, private.tax_within(paid.amount_minor, rate), rate, nullif(left(seller ->> 'tax_name', 40), ''),
    paid.currency, seller - '{tax_rate,tax_name}'::text[],
    jsonb_strip_nulls(jsonb_build_object(
      'username', (select username from public.profiles where id = paid.user_id),
      'email', (select email from auth.users where id = paid.user_id)
    ) || coalesce(buyer, '{}')),
    jsonb_build_array(jsonb_build_object(
      'plan_id', paid.plan_id, 'quantity', 1, 'amount_minor', paid.amount_minor,
      'period_start', paid.period_start, 'period_end', paid.period_end
    )),
    (select language from public.profiles where id = paid.user_id), paid.period_start, paid.period_end
  )
  returning id into issued;
  perform private.log_payment(paid.user_id, payment, 'invoice-issued', jsonb_build_object(
    'number', (select number from public.invoices where id = issued)
  ));
  return issued;
end;
$$;

-- Issues a credit note for a refund, to the invoice of the payment. Credit notes never take back more than their
-- invoice charges, and all of them together take back its whole tax: the tax of each is the tax of the sum credited so
-- far, including this one, less the tax of the earlier ones. Returns null when there is nothing to credit.
create function private.issue_credit_note(refund uuid) returns uuid
language plpgsql set search_path = ''
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
create function public.void_invoice(invoice uuid, reason text) returns text
language plpgsql security definer set search_path = ''
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

-- Stores a payment that succeeded or failed, once for each id of the provider. A payment that succeeded stays so.
-- Returns the payment's id.
create function private.store_payment(
  subscription uuid, provider text, provider_payment_id text, amount_minor bigint, currency text, has_succeeded boolean,
  happened_at timestamptz, period_start timestamptz, period_end timestamptz, checkout uuid, buyer jsonb default '{}',
  paid_plan text default null
) returns uuid
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  owner uuid;
  plan text := coalesce(
    (select id from public.plans where id = paid_plan), private.plan_at(subscription, happened_at)
  );
  stored uuid;
  was text;
begin
  select user_id into owner from public.user_subscriptions where id = subscription;
  select id, status into stored, was from public.payments
  where provider = store_payment.provider and provider_payment_id = store_payment.provider_payment_id for update;
  if stored is null then
    insert into public.payments (
      user_id, plan_id, subscription_id, provider, provider_payment_id, amount_minor, currency, status, paid_at, checkout_id,
      period_start, period_end
    )
    values (
      owner, plan, subscription, store_payment.provider, store_payment.provider_payment_id, store_payment.amount_minor,
      store_payment.currency, case when has_succeeded then 'succeeded' else 'failed' end,
      case when has_succeeded then happened_at end, checkout, store_payment.period_start, store_payment.period_end
    )
    returning id into stored;
  elsif has_succeeded and was in ('pending', 'failed') then
    update public.payments set
      status = 'succeeded', paid_at = happened_at, amount_minor = store_payment.amount_minor, plan_id = plan,
      period_start = store_payment.period_start, period_end = store_payment.period_end
    where id = stored;
  else
    return stored;
  end if;
  -- A failed payment is logged by the event of its subscription.
  if has_succeeded then
    perform private.log_payment(owner, stored, 'paid', jsonb_build_object(
      'amount_minor', store_payment.amount_minor, 'currency', store_payment.currency, 'provider', store_payment.provider,
      'subscription_id', subscription
    ));
    perform private.issue_invoice(stored, buyer);
  end if;
  return stored;
end;
$$;
