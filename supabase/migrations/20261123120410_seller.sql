-- A tax rate that is no number of hundredths of a percent would be left off invoices without a word.
alter table public.settings add constraint settings_seller check (
  key <> 'billing.seller'
  or jsonb_typeof(value) = 'object' and coalesce(value ->> 'tax_rate', '0') ~ '^\d{1,4}$'
);
