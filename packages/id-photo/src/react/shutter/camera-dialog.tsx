import type { DocumentSpec } from '@isola/photo-specs/documents';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@isola/ui/dialog';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { Camera, SwitchCamera } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { FaceSearch } from '../../faces/create-face-search.ts';
import type { ShutterStep } from '../../shutter/create-shutter.ts';
import { useWords } from '../use-words.ts';
import { canSpeak, createAnnouncer, hintSounds, type HintSound } from './announce.ts';
import { CameraView, type ShownCamera } from './camera-view.tsx';
import { type CameraChoice, type CameraFailure, isMirrored, takePicture } from './open-camera.ts';
import { rememberedHintSound, rememberHintSound } from './remembered-hint-sound.ts';
import { useCamera } from './use-camera.ts';
import { watchFrames } from './watch-frames.ts';

export interface CameraDialogProps {
  faces: FaceSearch;
  document: DocumentSpec;
  documentName: string;
  /** The host's badge that says what was sent. */
  footer?: ReactNode;
  onPicture: (file: File) => void;
  onClose: () => void;
}

const firstCamera: CameraChoice = { facing: 'user' };

/** Camera that measures the face by the document's rules and takes the picture once they are met. */
export function CameraDialog({ faces, document, documentName, footer, onPicture, onClose }: CameraDialogProps) {
  const { t, locale } = useWords();
  const [choice, setChoice] = useState<CameraChoice>(firstCamera);
  const [sound, setSound] = useState<HintSound>(rememberedHintSound);
  const [step, setStep] = useState<ShutterStep>();
  const [canMeasure, setCanMeasure] = useState(true);
  const [shown, setShown] = useState<ShownCamera>();
  const { camera, retry } = useCamera(choice);
  const stream = camera.state === 'open' ? camera.stream : undefined;
  const video = stream && shown?.stream === stream ? shown.video : undefined;

  const [announcer, setAnnouncer] = useState(() => createAnnouncer(sound, locale));
  const shootButton = useRef<HTMLButtonElement>(null);
  useEffect(() => announcer.close, [announcer]);

  const shoot = () => {
    if (!video) return;
    announcer.sayTaken(t('view.shutter.hint.taken'));
    void takePicture(video).then(onPicture, reportError);
  };
  const onStep = useEffectEvent((next: ShutterStep) => {
    setStep(next);
    if (next.spoken) announcer.say(t(`view.shutter.hint.${next.spoken}`), next.spoken === 'hold');
    if (next.isDue) shoot();
  });
  useEffect(() => {
    if (!video) return undefined;
    const stop = new AbortController();
    // The failure is shown: without the networks, the button takes the picture.
    watchFrames({ video, faces, document, signal: stop.signal, onStep }).catch(
      () => !stop.signal.aborted && setCanMeasure(false),
    );
    return () => stop.abort();
  }, [video, faces, document]);

  const hint = canMeasure
    ? t(step ? `view.shutter.hint.${step.hint ?? 'hold'}` : 'view.shutter.starting')
    : t('view.shutter.noMeasure');
  const chooseSound = (next: HintSound) => {
    const chosen = createAnnouncer(next, locale);
    // Some browsers make sounds only after one that a press has started.
    chosen.say(hint, step?.hint === undefined);
    setAnnouncer(chosen);
    setSound(next);
    rememberHintSound(next);
  };
  return (
    <Dialog open onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        size="lg"
        title={t('view.shutter.title')}
        description={t('view.shutter.description', { name: documentName })}
        closeLabel={t('view.shutter.close')}
        data-slot="camera-dialog"
        data-camera={camera.state}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          shootButton.current?.focus();
        }}
      >
        <DialogBody className="flex flex-col gap-3">
          {camera.state === 'failed' ? (
            <Failure reason={camera.reason} onRetry={retry} />
          ) : (
            <>
              <div className="h-105 overflow-hidden rounded-lg bg-sunk sm:h-125">
                <CameraView
                  stream={stream}
                  label={t('view.shutter.video')}
                  isMirrored={!stream || isMirrored(stream)}
                  shown={shown}
                  step={step}
                  onShown={setShown}
                />
              </div>
              <p
                role="status"
                data-slot="shutter-hint"
                data-hint={step?.hint ?? (step ? 'hold' : 'none')}
                className="mt-3 text-center text-18 font-semibold"
              >
                {hint}
              </p>
              {footer && <div className="mt-2 flex justify-center">{footer}</div>}
            </>
          )}
        </DialogBody>
        {camera.state !== 'failed' && (
          <DialogFooter>
            <SegmentedControl
              label={t('view.shutter.sound')}
              size="sm"
              segments={hintSounds
                .filter((one) => one !== 'voice' || canSpeak(locale))
                .map((one) => ({ value: one, label: t(`view.shutter.sound.${one}`) }))}
              value={sound}
              onValueChange={chooseSound}
              className="me-auto self-center"
            />
            {camera.state === 'open' && camera.next && (
              <Button className="pointer-coarse:h-11" onClick={() => setChoice(camera.next ?? choice)}>
                <SwitchCamera aria-hidden />
                {t('view.shutter.switch')}
              </Button>
            )}
            <Button ref={shootButton} variant="primary" size="lg" aria-disabled={!video} onClick={shoot}>
              <Camera aria-hidden />
              {t('view.shutter.shoot')}
            </Button>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  );
}

function Failure({ reason, onRetry }: { reason: CameraFailure; onRetry: () => void }) {
  const { t } = useWords();
  return (
    <Banner
      tone="danger"
      title={t(`view.shutter.failed.${reason}.title`)}
      actions={
        reason === 'unsupported' ? undefined : (
          <Button size="sm" onClick={onRetry}>
            {t('tool:retry')}
          </Button>
        )
      }
    >
      {t(`view.shutter.failed.${reason}.text`)}
    </Banner>
  );
}
