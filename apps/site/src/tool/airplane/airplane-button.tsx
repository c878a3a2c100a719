import { Button } from '@isola/ui/button';
import { Plane } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { airplaneMode, toggleAirplane } from './airplane-mode.ts';

/** Button that turns airplane mode on and off. */
export function AirplaneButton({ className, onPress }: { className?: string; onPress?: () => void }) {
  const { t } = useTranslation('common');
  const { isOn, isStarting = false } = useStore(airplaneMode);
  const press = () => {
    onPress?.();
    toggleAirplane();
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-pressed={isOn}
      title={t('airplane.hint')}
      loading={isStarting}
      onClick={press}
      className={className}
    >
      {!isStarting && <Plane aria-hidden />}
      <span>{t('airplane.title')}</span>
    </Button>
  );
}
