import { queryState } from '@isola/membership/react';
import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Input } from '@isola/ui/input';
import { Skeleton } from '@isola/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { Setting } from '../../api/schemas.ts';
import { fieldOf, useAction } from '../action-dialog.tsx';
import { useAdmin } from '../admin-context.tsx';
import { adminQueries } from '../admin-queries.ts';
import { Failure } from '../failure.tsx';
import { useFormat } from '../use-format.ts';

interface Known {
  readonly key: string;
  readonly words: 'sessionHours' | 'identityMinutes' | 'secondFactor' | 'searchPush' | 'aiImages';
  readonly standard: number | boolean;
  /** Largest allowed number. The database enforces it as well. */
  readonly max?: number;
}

const access: readonly Known[] = [
  { key: 'admin.session_hours', words: 'sessionHours', standard: 8, max: 24 },
  { key: 'admin.identity_minutes', words: 'identityMinutes', standard: 30, max: 120 },
  { key: 'admin.second_factor', words: 'secondFactor', standard: false },
];
const features: readonly Known[] = [
  { key: 'ai.images_per_day', words: 'aiImages', standard: 1_000, max: 1_000_000 },
  { key: 'search.push', words: 'searchPush', standard: false },
];
const flagPrefix = 'feature.';

/** Settings of the administrators' access: its duration, and the proofs that it requires. */
export function AccessSection() {
  const { t } = useTranslation('admin');
  const { api, linkTo } = useAdmin();
  const { data: own } = useQuery(adminQueries(api).secondFactor());
  // The database accepts the requirement only from an administrator whose own second factor works.
  const isBarred = own && !own.required && own.state !== 'given';
  return (
    <SettingList
      known={access}
      withFlags={false}
      {...(isBarred && {
        barred: {
          key: 'admin.second_factor',
          reason: t('failed.second-factor-first'),
          way: linkTo('settings', { part: 'second-factor' }, t('factor.toSettings')),
        },
      })}
    />
  );
}

/** Settings of features that can be changed while the site runs. */
export function FeaturesSection() {
  return <SettingList known={features} withFlags />;
}

interface SettingListProps {
  known: readonly Known[];
  withFlags: boolean;
  /** Setting that cannot be changed yet, with the reason and a link to the page that resolves it. */
  barred?: { readonly key: string; readonly reason: string; readonly way: ReactNode };
}

function SettingList({ known, withFlags, barred }: SettingListProps) {
  const { t } = useTranslation('admin');
  const { api, may } = useAdmin();
  const format = useFormat();
  const { data, error, retry } = queryState(useQuery(adminQueries(api).settings()));
  const { open, dialog } = useAction();
  if (error) return <Failure error={error} retry={retry} />;
  if (!data) return <Skeleton aria-busy className="h-24" />;
  const rows = [
    ...known.map(({ key, words, standard, max }) => ({
      key,
      title: t(`setting.${words}`),
      text: t(`setting.${words}Text`),
      value: valueIn(data, key, standard),
      max,
    })),
    ...data
      .filter(({ key }) => withFlags && key.startsWith(flagPrefix))
      .map(({ key, value }) => ({
        key,
        title: key.slice(flagPrefix.length),
        text: t('setting.flagText'),
        value: value === true,
        max: undefined,
      })),
  ];
  const edit = ({ key, title, text, value, max }: (typeof rows)[number]) =>
    open({
      title,
      text,
      confirm: typeof value === 'boolean' ? t(value ? 'setting.turnOff' : 'setting.turnOn') : t('setting.saveNumber'),
      done: t('setting.done', { title }),
      isDanger: value === true,
      ...(typeof value === 'number' && {
        fields: (
          <Field name="value" label={title} hint={t('setting.bounds', { max: format.number(max ?? 1) })} required>
            <Input type="number" min={1} max={max} step={1} required defaultValue={value} />
          </Field>
        ),
      }),
      run: (form) => api.saveSetting(key, typeof value === 'boolean' ? !value : Number(fieldOf(form, 'value'))),
    });
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <li key={row.key} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <div className="min-w-0 flex-[1_1_16rem]">
              <p className="text-14 font-medium">{row.title}</p>
              <p className="text-13 text-soft">{row.text}</p>
              {row.key === barred?.key && (
                <p className="mt-1 flex flex-wrap gap-x-3 text-13">
                  <span>{barred.reason}</span>
                  {barred.way}
                </p>
              )}
            </div>
            <p className="text-14 tabular-nums">
              {typeof row.value === 'number' ? format.number(row.value) : t(row.value ? 'setting.on' : 'setting.off')}
            </p>
            {may('settings.write') && row.key !== barred?.key && (
              <Button
                size="sm"
                aria-label={t('setting.changeOf', { title: row.title })}
                onClick={() => edit(row)}
                className="print:hidden pointer-coarse:h-11"
              >
                {t('setting.change')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </>
  );
}

/** Returns the saved value of a setting, or its default when none is saved. */
function valueIn(settings: readonly Setting[], key: string, standard: number | boolean): number | boolean {
  const value = settings.find((each) => each.key === key)?.value;
  return typeof value === 'number' || typeof value === 'boolean' ? value : standard;
}
