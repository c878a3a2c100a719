import { Field } from '@isola/ui/field';
import { estimateStrength, PasswordInput } from '@isola/ui/password-input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface PasswordFieldProps {
  /** A `new` one is measured while it is typed. What is required of it, the server decides. */
  kind: 'current' | 'new';
  /** Of the form's field; `password` unless the form has another password of that name. */
  name?: 'password' | 'currentPassword';
  label: string;
  hint?: string;
  readOnly: boolean;
}

export function PasswordField({ kind, name = 'password', label, hint, readOnly }: PasswordFieldProps) {
  const { t } = useTranslation('auth');
  const [typed, setTyped] = useState('');
  const level = estimateStrength(typed);
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
        {...(kind === 'new' && typed !== '' && { strength: { level, label: t(`password.strength.${level}`) } })}
      />
    </Field>
  );
}
