import { Button } from '@isola/ui/button';
import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { expectSignOut } from '#backend/opened-auth.ts';

import { useAuthAction } from '#shell/account/use-auth-action.ts';

/** Button that signs the user out on all devices. The account page confirms the sign-out and is then reloaded. */
export function SignOut() {
  const { t } = useTranslation('auth');
  const leaving = useAuthAction({
    failedTitle: t('failure.title'),
    act: (client) => {
      expectSignOut(true);
      return client.signOut();
    },
  });
  return (
    <Button size="lg" loading={leaving.isPending} onClick={() => leaving.run(undefined)}>
      <LogOut aria-hidden />
      {t('account.signOut.title')}
    </Button>
  );
}
