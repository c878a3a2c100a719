import { useEffect, useRef } from 'react';

import { eyesPoint, headHeightPx, type HeadGuides, tiltDeg } from '../../geometry/head-guides.ts';
import type { ShutterStep } from '../../shutter/create-shutter.ts';

/** A video that shows a camera, and the size of the camera's frames. */
export interface ShownCamera {
  readonly video: HTMLVideoElement;
  readonly stream: MediaStream;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface CameraViewProps {
  stream: MediaStream | undefined;
  label: string;
  /** True for a camera that shows the person who looks at the screen, like a mirror. */
  isMirrored: boolean;
  shown: ShownCamera | undefined;
  step: ShutterStep | undefined;
  /** Called when frames of the camera arrive, and when their size changes. */
  onShown: (shown: ShownCamera) => void;
}

/** Shows the camera's picture, and over it the photo that would be taken now. */
export function CameraView({ stream, label, isMirrored, shown, step, onShown }: CameraViewProps) {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (element.current) element.current.srcObject = stream ?? null;
  }, [stream]);
  const show = (video: HTMLVideoElement) => {
    const { videoWidth: widthPx, videoHeight: heightPx } = video;
    if (stream && widthPx > 0) onShown({ video, stream, widthPx, heightPx });
  };
  return (
    <div className="relative size-full" style={isMirrored ? { transform: 'scaleX(-1)' } : undefined}>
      <video
        ref={element}
        aria-label={label}
        autoPlay
        playsInline
        muted
        className="absolute inset-0 size-full object-contain"
        onLoadedMetadata={(event) => show(event.currentTarget)}
        onResize={(event) => show(event.currentTarget)}
      />
      {shown && step?.placement && step.guides && (
        <svg
          aria-hidden
          data-slot="frame-guides"
          data-state={step.hint === undefined ? 'met' : 'unmet'}
          viewBox={`0 0 ${shown.widthPx} ${shown.heightPx}`}
          className="pointer-events-none absolute inset-0 size-full"
        >
          <PhotoFrame crop={step.placement.crop} guides={step.guides} isMet={step.hint === undefined} />
        </svg>
      )}
    </div>
  );
}

interface PhotoFrameProps {
  crop: NonNullable<ShutterStep['placement']>['crop'];
  guides: HeadGuides;
  isMet: boolean;
}

/** Lines of the head, as shares of the photo's width. */
const lineShare = 0.5;

function PhotoFrame({ crop, guides, isMet }: PhotoFrameProps) {
  const { centerX, centerY, widthPx, heightPx } = crop;
  const angle = tiltDeg(guides);
  const stroke = Math.max(2, headHeightPx(guides) / 90);
  const half = (widthPx * lineShare) / 2;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return (
    <g fill="none" stroke="currentColor" strokeWidth={stroke} className={isMet ? 'text-success' : 'text-cut'}>
      <rect
        x={centerX - widthPx / 2}
        y={centerY - heightPx / 2}
        width={widthPx}
        height={heightPx}
        rx={stroke * 2}
        strokeDasharray={isMet ? undefined : `${stroke * 5} ${stroke * 3}`}
        transform={`rotate(${angle} ${centerX} ${centerY})`}
      />
      {Object.entries({ crown: guides.crown, eyes: eyesPoint(guides), chin: guides.chin }).map(([name, { x, y }]) => (
        <line key={name} x1={x - half * cos} y1={y - half * sin} x2={x + half * cos} y2={y + half * sin} />
      ))}
    </g>
  );
}
