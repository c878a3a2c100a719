import { Button } from '@isola/ui/button';
import { QrCode } from '@isola/ui/qr-code';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { AdminApi } from '../../api/admin-api.ts';
import type { SecondFactorSecret } from '../../api/schemas.ts';
import { Failure } from '../failure.tsx';
import { CodeForm } from './code-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export interface FactorSetupProps {
  api: Pick<AdminApi, 'beginSecondFactor' | 'confirmSecondFactor'>;
  /** Calls what takes an identity that was proven lately, and sees to it that it is proven. */
  proven: <Result>(act: () => Promise<Result>) => Promise<Result>;
  /** The factor is set up; its recovery codes are shown. */
  onEnrolled?: () => void;
  /** The recovery codes were kept. What it rejects with is shown beside them. */
  onDone: () => Promise<void>;
}

type Step =
  | { readonly at: 'start'; readonly isPending?: boolean; readonly error?: Error }
  | { readonly at: 'scan'; readonly secret: SecondFactorSecret }
  | { readonly at: 'keep'; readonly codes: readonly string[] };

/** Sets up a second factor: the secret goes into an authenticator app, a first code shows that it is there. */
export function FactorSetup({ api, proven, onEnrolled, onDone }: FactorSetupProps) {
  const { t } = useTranslation('admin');
  const [step, setStep] = useState<Step>({ at: 'start' });
  const begin = async () => {
    setStep({ at: 'start', isPending: true });
    try {
      setStep({ at: 'scan', secret: await proven(() => api.beginSecondFactor()) });
    } catch (error) {
      setStep({ at: 'start', error: error as Error });
    }
  };
  if (step.at === 'start') {
    return (
      <div className="flex max-w-120 flex-col items-start gap-4">
        {step.error && <Failure error={step.error} />}
        <Button variant="primary" loading={step.isPending ?? false} onClick={() => void begin()}>
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
      <h3 className="mb-2 text-16 font-semibold">{`${number}. ${title}`}</h3>
      {children}
    </li>
  );
}

/** Base32 in fours, as it is typed by hand. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
