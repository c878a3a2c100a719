import { queryState } from '@isola/membership/react';
import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Input } from '@isola/ui/input';
import { Skeleton } from '@isola/ui/skeleton';
import { Textarea } from '@isola/ui/textarea';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { sellerSchema, type Seller } from '../../api/schemas.ts';
import { fieldOf, useAction } from '../action-dialog.tsx';
import { useAdmin } from '../admin-context.tsx';
import { adminQueries } from '../admin-queries.ts';
import { Facts } from '../facts.tsx';
import { Failure } from '../failure.tsx';
import { useFormat } from '../use-format.ts';

const key = 'billing.seller';

/** Shows and changes the seller that new invoices name. */
export function SellerSection() {
  const { t } = useTranslation('admin');
  const { api, may } = useAdmin();
  const format = useFormat();
  const { data, error, retry } = queryState(useQuery(adminQueries(api).settings()));
  const { open, dialog } = useAction();
  if (error) return <Failure error={error} retry={retry} />;
  if (!data) return <Skeleton aria-busy className="h-24" />;
  const seller = sellerOf(data.find((each) => each.key === key)?.value);
  const edit = () =>
    open({
      title: t('seller.edit'),
      text: t('seller.text'),
      confirm: t('seller.save'),
      done: t('seller.done'),
      fields: <SellerFields seller={seller} />,
      run: (form) => api.saveSetting(key, sellerIn(form)),
    });
  return (
    <>
      {seller.name === '' ? (
        <p className="text-14 text-soft">{t('seller.none')}</p>
      ) : (
        <Facts
          rows={[
            [t('seller.name'), seller.name],
            [
              t('seller.address'),
              <span key="address" className="whitespace-pre-line">
                {seller.address || '–'}
              </span>,
            ],
            [t('seller.email'), seller.email || '–'],
            [t('seller.taxId'), seller.tax_id || '–'],
            [seller.tax_name || t('seller.taxRate'), format.percent(seller.tax_rate / 10_000, 2)],
          ]}
        />
      )}
      {may('settings.write') && (
        <Button size="sm" onClick={edit} className="mt-4 print:hidden pointer-coarse:h-11">
          {t('seller.edit')}
        </Button>
      )}
      {dialog}
    </>
  );
}

function sellerOf(value: unknown): Seller {
  const stored = sellerSchema.parse(value ?? {});
  return {
    name: stored.name ?? '',
    address: stored.address ?? '',
    email: stored.email ?? '',
    tax_id: stored.tax_id ?? '',
    tax_name: stored.tax_name ?? '',
    tax_rate: stored.tax_rate ?? 0,
  };
}

function SellerFields({ seller }: { seller: Seller }) {
  const { t } = useTranslation('admin');
  return (
    <>
      <Field name="name" label={t('seller.name')} required>
        <Input required maxLength={200} autoComplete="organization" defaultValue={seller.name} />
      </Field>
      <Field name="address" label={t('seller.address')}>
        <Textarea rows={3} maxLength={500} autoComplete="street-address" defaultValue={seller.address} />
      </Field>
      <Field name="email" label={t('seller.email')}>
        <Input type="email" maxLength={254} autoComplete="off" defaultValue={seller.email} />
      </Field>
      <Field name="tax_id" label={t('seller.taxId')}>
        <Input maxLength={60} autoComplete="off" defaultValue={seller.tax_id} />
      </Field>
      <Field name="tax_name" label={t('seller.taxName')} hint={t('seller.taxNameHint')}>
        <Input maxLength={40} autoComplete="off" defaultValue={seller.tax_name} />
      </Field>
      <Field name="tax_rate" label={t('seller.taxRate')} hint={t('seller.taxRateHint')} required>
        <Input type="number" required min={0} max={99.99} step={0.01} defaultValue={seller.tax_rate / 100} />
      </Field>
    </>
  );
}

function sellerIn(form: FormData): Seller {
  return {
    name: fieldOf(form, 'name'),
    address: fieldOf(form, 'address'),
    email: fieldOf(form, 'email'),
    tax_id: fieldOf(form, 'tax_id'),
    tax_name: fieldOf(form, 'tax_name'),
    tax_rate: Math.round(Number(fieldOf(form, 'tax_rate')) * 100),
  };
}
