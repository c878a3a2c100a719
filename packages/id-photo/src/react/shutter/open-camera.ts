export type CameraFailure = 'denied' | 'none' | 'busy' | 'unsupported';

/** Reason why the camera did not open. */
export class CameraError extends Error {
  override readonly name = 'CameraError';
  readonly reason: CameraFailure;

  constructor(reason: CameraFailure, cause?: unknown) {
    super(`camera: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Camera to open: any that faces a direction, or a certain one. */
export type CameraChoice = { readonly facing: 'user' | 'environment' } | { readonly deviceId: string };

/** Largest size that is asked for. Few documents take more than 1600 px. */
const [idealWidthPx, idealHeightPx] = [2560, 1440];

/**
 * Opens a camera, without sound.
 * @throws {CameraError}
 */
export async function openCamera(choice: CameraChoice): Promise<MediaStream> {
  // Browsers hide the interface on pages without a secure connection.
  if (!('mediaDevices' in navigator)) throw new CameraError('unsupported');
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: {
        ...('facing' in choice ? { facingMode: choice.facing } : { deviceId: { exact: choice.deviceId } }),
        width: { ideal: idealWidthPx },
        height: { ideal: idealHeightPx },
      },
    });
  } catch (error) {
    throw new CameraError(reasonOf(error), error);
  }
}

function reasonOf(error: unknown): CameraFailure {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none';
  return 'busy';
}

/**
 * Returns the camera to switch to: the one on the other side of a phone, or the next one of a computer, whose cameras do
 * not tell what they face. Browsers list the cameras once one is allowed.
 * @returns undefined when the device has no other camera.
 */
export async function cameraAfter(stream: MediaStream): Promise<CameraChoice | undefined> {
  const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');
  if (cameras.length < 2) return undefined;
  const { facingMode, deviceId } = settingsOf(stream);
  if (facingMode === 'user') return { facing: 'environment' };
  if (facingMode === 'environment') return { facing: 'user' };
  const at = cameras.findIndex((camera) => camera.deviceId === deviceId);
  const next = cameras[(at + 1) % cameras.length];
  return next && { deviceId: next.deviceId };
}

/** Returns whether the picture is shown like a mirror: for every camera that does not face away from its user. */
export function isMirrored(stream: MediaStream): boolean {
  return settingsOf(stream).facingMode !== 'environment';
}

function settingsOf(stream: MediaStream): MediaTrackSettings {
  return stream.getVideoTracks()[0]?.getSettings() ?? {};
}

/** Takes the current picture of a video at its full size, as a JPEG file. */
export async function takePicture(video: HTMLVideoElement): Promise<File> {
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 });
  return new File([blob], 'camera.jpg', { type: 'image/jpeg' });
}
