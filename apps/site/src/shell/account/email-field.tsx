import { Field } from '@isola/ui/field';
import { Input } from '@isola/ui/input';
import { useTranslation } from 'react-i18next';

import { readTypedEmail } from './typed-email.ts';

export interface EmailFieldProps {
  /** `username` where it signs somebody in, so that password managers fill in the pair. */
  autoComplete: 'username' | 'email';
  readOnly: boolean;
}

/** The address that an account goes by. Whether it is one, the server decides. */
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
