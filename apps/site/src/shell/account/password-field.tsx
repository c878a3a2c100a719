import { findPasswordWeaknesses, loadLeakedPasswords, minPasswordLength } from '@isola/auth/password-rules';
import { Field } from '@isola/ui/field';
import { estimateStrength, PasswordInput, type PasswordRule, type Strength } from '@isola/ui/password-input';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { siteQueries } from '#backend/site-queries.ts';

export interface PasswordFieldProps {
  /** Kind of password. A `new` one is rated while it is typed; only the server decides whether it is accepted. */
  kind: 'current' | 'new';
  /** Name of the form field. Default `password`; a form with two passwords needs both names. */
  name?: 'password' | 'currentPassword';
  label: string;
  hint?: string;
  readOnly: boolean;
}

export function PasswordField({ kind, name = 'password', label, hint, readOnly }: PasswordFieldProps) {
  const { t } = useTranslation('auth');
  const [typed, setTyped] = useState('');
  const { rules, level } = useNewPassword(typed, kind === 'new');
  return (
    <Field name={name} label={label} {...(hint && { hint })} required>
      <PasswordInput
        size="lg"
        autoComplete={`${kind}-password`}
        showLabel={t('password.show')}
        hideLabel={t('password.hide')}
        capsLockLabel={t('password.capsLock')}
        readOnly={readOnly}
        onValueChange={setTyped}
        {...(kind === 'new' && {
          rules,
          ...(typed !== '' && { strength: { level, label: t(`password.strength.${level}`) } }),
        })}
      />
    </Field>
  );
}

/**
 * Returns the server's rules for a new password, each with whether the typed password meets it, and the password's
 * strength. The strength is the lowest while a rule is not met.
 */
function useNewPassword(typed: string, isNew: boolean): { rules: readonly PasswordRule[]; level: Strength } {
  const { t } = useTranslation('auth');
  // If the list fails to load, its rule stays unmet. The form can be submitted anyway, and the server checks the
  // password.
  const { data: leaked } = useQuery(
    {
      queryKey: ['leaked-passwords'],
      queryFn: loadLeakedPasswords,
      enabled: isNew && typed !== '',
      networkMode: 'always',
      staleTime: Infinity,
    },
    siteQueries,
  );
  const weaknesses = findPasswordWeaknesses(typed, leaked);
  const isLong = !weaknesses.includes('length');
  const rule = (label: string, isMet: boolean) => ({
    label,
    isMet,
    stateLabel: t(isMet ? 'password.rule.met' : 'password.rule.open'),
  });
  const estimate = estimateStrength(typed);
  return {
    rules: [
      rule(t('password.rule.length', { count: minPasswordLength }), isLong),
      rule(t('password.rule.leaked'), isLong && leaked !== undefined && !weaknesses.includes('pwned')),
    ],
    level: weaknesses.length > 0 ? 0 : estimate === 0 ? 1 : estimate,
  };
}
