import { Button } from '@isola/ui/button';
import { Field } from '@isola/ui/field';
import { Input } from '@isola/ui/input';
import { Skeleton } from '@isola/ui/skeleton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { Setting } from '../../api/schemas.ts';
import { fieldOf, useAction } from '../action-dialog.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Failure } from '../failure.tsx';
import { useAsk } from '../use-ask.ts';
import { useFormat } from '../use-format.ts';

interface Known {
  readonly key: string;
  readonly words: 'sessionHours' | 'identityMinutes' | 'secondFactor' | 'searchPush' | 'aiImages';
  readonly standard: number | boolean;
  /** The bounds of a number, which the database has, too. */
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

/** How long an administrator's access holds, and what proves it. */
export function AccessSection() {
  const { t } = useTranslation('admin');
  const { api, linkTo } = useAdmin();
  const { data: own } = useAsk(['second-factor'], (signal) => api.secondFactor(signal));
  // The database wants to see that it works for the one who asks it of everybody.
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

/** What can be switched while the product runs. */
export function FeaturesSection() {
  return <SettingList known={features} withFlags />;
}

interface SettingListProps {
  known: readonly Known[];
  withFlags: boolean;
  /** The setting that cannot be changed yet, and where that is mended. */
  barred?: { readonly key: string; readonly reason: string; readonly way: ReactNode };
}

function SettingList({ known, withFlags, barred }: SettingListProps) {
  const { t } = useTranslation('admin');
  const { api, may } = useAdmin();
  const format = useFormat();
  const { data, error, retry } = useAsk(['settings'], (signal) => api.settings(signal));
  const { ask, dialog } = useAction();
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
    ask({
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

/** A stored value of the standard's type, else the standard. */
function valueIn(settings: readonly Setting[], key: string, standard: number | boolean): number | boolean {
  const value = settings.find((each) => each.key === key)?.value;
  return typeof value === 'number' || typeof value === 'boolean' ? value : standard;
}
