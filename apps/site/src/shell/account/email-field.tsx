import { Field } from '@isola/ui/field';
import { Input } from '@isola/ui/input';
import { useTranslation } from 'react-i18next';

import { readTypedEmail } from './typed-email.ts';

export interface EmailFieldProps {
  /** `username` on the sign-in form, so that password managers fill in email and password. */
  autoComplete: 'username' | 'email';
  readOnly: boolean;
}

/** Field for the account's email. The server decides whether the email is valid. */
export function EmailField({ autoComplete, readOnly }: EmailFieldProps) {
  const { t } = useTranslation('auth');
  return (
    <Field name="email" label={t('email.label')} required>
      <Input
        type="email"
        size="lg"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={readTypedEmail()}
        readOnly={readOnly}
      />
    </Field>
  );
}
