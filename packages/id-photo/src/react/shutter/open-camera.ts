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

export type Facing = 'user' | 'environment';

/** Largest size that is asked for. Few documents take more than 1600 px. */
const [idealWidthPx, idealHeightPx] = [2560, 1440];

/**
 * Opens a camera, without sound.
 * @throws {CameraError}
 */
export async function openCamera(facing: Facing): Promise<MediaStream> {
  // Browsers hide the interface on pages without a secure connection.
  if (!('mediaDevices' in navigator)) throw new CameraError('unsupported');
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: facing, width: { ideal: idealWidthPx }, height: { ideal: idealHeightPx } },
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

/** Returns whether the device has more than one camera. Browsers tell it once a camera is allowed. */
export async function hasSeveralCameras(): Promise<boolean> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind }) => kind === 'videoinput').length > 1;
}

/** Takes the current picture of a video at its full size, as a JPEG file. */
export async function takePicture(video: HTMLVideoElement): Promise<File> {
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 });
  return new File([blob], 'camera.jpg', { type: 'image/jpeg' });
}
