import { mutationDefaults } from '@isola/membership/react';
import { Button } from '@isola/ui/button';
import { QrCode } from '@isola/ui/qr-code';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { AdminApi } from '../../api/admin-api.ts';
import type { SecondFactorSecret } from '../../api/schemas.ts';
import { Failure } from '../failure.tsx';
import { CodeForm } from './code-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export interface FactorSetupProps {
  api: Pick<AdminApi, 'beginSecondFactor' | 'confirmSecondFactor'>;
  /** Makes a call that the database may refuse until the identity was proven again, and obtains that proof. */
  proven: <Result>(act: () => Promise<Result>) => Promise<Result>;
  /** Called once the factor is set up, while its recovery codes are shown. */
  onEnrolled?: () => void;
  /**
   * Called when the administrator has saved the recovery codes. The error with which it rejects is shown next to them.
   */
  onDone: () => Promise<void>;
}

type Step =
  | { readonly at: 'start' }
  | { readonly at: 'scan'; readonly secret: SecondFactorSecret }
  | { readonly at: 'keep'; readonly codes: readonly string[] };

/**
 * Sets up a second factor: the secret goes into an authenticator app, and a first code proves that the app has it. It
 * needs no `AdminProvider`.
 */
export function FactorSetup({ api, proven, onEnrolled, onDone }: FactorSetupProps) {
  const { t } = useTranslation('admin');
  const [step, setStep] = useState<Step>({ at: 'start' });
  const beginning = useMutation({
    ...mutationDefaults,
    mutationFn: () => proven(() => api.beginSecondFactor()),
    onSuccess: (secret) => setStep({ at: 'scan', secret }),
  });
  if (step.at === 'start') {
    return (
      <div className="flex max-w-120 flex-col items-start gap-4">
        {beginning.error && <Failure error={beginning.error} />}
        <Button variant="primary" loading={beginning.isPending} onClick={() => beginning.mutate()}>
          {t('factor.setUp')}
        </Button>
      </div>
    );
  }
  if (step.at === 'keep') return <RecoveryCodes codes={step.codes} onKept={onDone} />;
  const { secret, uri } = step.secret;
  return (
    <ol className="flex max-w-120 flex-col gap-8">
      <SetupStep number={1} title={t('factor.scan.title')}>
        <p className="mb-4 text-soft">{t('factor.scan.text')}</p>
        <QrCode value={uri} label={t('factor.scan.qr')} />
        <p className="mt-4 mb-1 text-13 text-soft">{t('factor.scan.byHand')}</p>
        <p className="font-mono text-14 break-all select-all">{inGroups(secret)}</p>
        <p className="mt-2 text-13">
          <a href={uri} className="underline underline-offset-2">
            {t('factor.scan.open')}
          </a>
        </p>
      </SetupStep>
      <SetupStep number={2} title={t('factor.first.title')}>
        <CodeForm
          submit={t('factor.first.submit')}
          take={async (code) => {
            setStep({ at: 'keep', codes: await proven(() => api.confirmSecondFactor(code)) });
            onEnrolled?.();
          }}
          actions={
            <Button size="lg" onClick={() => setStep({ at: 'start' })}>
              {t('action.cancel')}
            </Button>
          }
        />
      </SetupStep>
    </ol>
  );
}

function SetupStep({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li>
      <h3 className="mb-2 text-16 font-semibold">
        {number}. {title}
      </h3>
      {children}
    </li>
  );
}

/** Groups Base32 by four characters, for typing by hand. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
