-- As before; the payments that are to be paid back are found by their ids. Joined, they had PostgreSQL read the table whole.
-- Everybody's payments, the newest first.
-- `filter`: { status? (also `refund_due`: paid twice and not paid back), provider?, currency?, search? (the beginning of an email or of the provider's id), from?, to? (days of UTC) }.
-- A search looks at the first thousand that it finds.
create or replace function public.admin_payments(
  filter jsonb default null, after jsonb default null, before jsonb default null, page_size integer default 50
) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  beginning text := trim(coalesce(filter ->> 'search', ''));
  conditions text := 'true';
  field text;
begin
  perform private.require_permission('{payments.read}');
  foreach field in array array['status', 'provider', 'currency'] loop
    continue when field = 'status' and filter ->> field = 'refund_due';
    if filter ->> field is not null then conditions := conditions || format(' and %I = %L', field, filter ->> field); end if;
  end loop;
  if filter ->> 'status' = 'refund_due' then
    select conditions || format(' and id = any (%L::uuid[])', coalesce(array_agg(payment_id), '{}')) into conditions
    from private.double_payments where private.refund_due(payment_id) > 0;
  end if;
  if filter ->> 'from' is not null then
    conditions := conditions || format(' and created_at >= %L::timestamptz', (filter ->> 'from')::date::timestamp at time zone 'UTC');
  end if;
  if filter ->> 'to' is not null then
    conditions := conditions
      || format(' and created_at < %L::timestamptz', ((filter ->> 'to')::date + 1)::timestamp at time zone 'UTC');
  end if;
  if beginning <> '' then
    conditions := conditions || format(
      ' and id in (
        (select payments.id from (select user_id from private.people where %s limit 1000) as named
          join public.payments on payments.user_id = named.user_id limit 1000)
        union
        (select id from public.payments where %s limit 1000)
      )',
      private.begins_with('email', lower(beginning)), private.begins_with('provider_payment_id collate "C"', beginning)
    );
  end if;
  return private.read_page(
    'payments', format('select created_at as key, id from public.payments where %s', conditions), 'private.payment_row',
    'timestamptz', 'uuid', true, after, before, page_size
  );
end;
$$;

select public.apply_grants();
