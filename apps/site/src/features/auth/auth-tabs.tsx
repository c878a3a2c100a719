import { Tabs, TabsContent, TabsList, TabsTrigger } from '@isola/ui/tabs';
import { useHydrated, useLocation, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useSignUp } from './use-sign-up.ts';

/** Tabs with the sign-in form and the sign-up form. `?mode=register` in the URL opens the second tab. */
export function AuthTabs() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const asked = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('mode') });
  // The page was prerendered without the query, so the first render must ignore it.
  const mode = useHydrated() && asked === 'register' ? 'register' : 'sign-in';

  // Here instead of in the form, so that the question for the code in the email is still there after a look at the
  // other tab.
  const signingUp = useSignUp();

  const change = (next: string) => {
    // The form that returns is empty, so that a refusal of the former input would not apply to it.
    if (signingUp.failure) signingUp.reset();
    const search = new URLSearchParams(location.search);
    if (next === 'register') search.set('mode', next);
    else search.delete('mode');
    const query = search.size > 0 ? `?${search}` : '';
    void navigate({ href: location.pathname + query, replace: true, resetScroll: false, viewTransition: false });
  };

  return (
    <Tabs value={mode} onValueChange={change}>
      <TabsList label={t('tabs.label')}>
        <TabsTrigger value="sign-in">{t('signIn.tab')}</TabsTrigger>
        <TabsTrigger value="register">{t('signUp.tab')}</TabsTrigger>
      </TabsList>
      <TabsContent value="sign-in" className="pt-6" tabIndex={-1}>
        <SignInForm />
      </TabsContent>
      <TabsContent value="register" className="pt-6" tabIndex={-1}>
        <SignUpForm signingUp={signingUp} />
      </TabsContent>
    </Tabs>
  );
}
