import { useEffect, useState } from 'react';

import { cameraAfter, type CameraChoice, CameraError, type CameraFailure, openCamera } from './open-camera.ts';

export type CameraState =
  | { readonly state: 'starting' }
  /** `next` is the camera to switch to; undefined when there is no other. */
  | { readonly state: 'open'; readonly stream: MediaStream; readonly next: CameraChoice | undefined }
  | { readonly state: 'failed'; readonly reason: CameraFailure };

const starting: CameraState = { state: 'starting' };

/**
 * Opens a camera until the component is removed. The camera's light goes off with it.
 * @param choice the same object as long as the camera stays.
 */
export function useCamera(choice: CameraChoice): { readonly camera: CameraState; readonly retry: () => void } {
  const [request, setRequest] = useState({ attempt: 0 });
  const [answer, setAnswer] = useState<{
    readonly choice: CameraChoice;
    readonly request: object;
    readonly camera: CameraState;
  }>();
  useEffect(() => {
    let isGone = false;
    let stream: MediaStream | undefined;
    const end = () => stream?.getTracks().forEach((track) => track.stop());
    const show = (camera: CameraState) => {
      if (!isGone) setAnswer({ choice, request, camera });
    };
    const start = async () => {
      try {
        stream = await openCamera(choice);
        if (isGone) return end();
        // A camera that is pulled out, or whose permission is withdrawn, ends its track.
        for (const track of stream.getVideoTracks())
          track.addEventListener('ended', () => show({ state: 'failed', reason: 'none' }));
        show({ state: 'open', stream, next: await cameraAfter(stream) });
      } catch (error) {
        show({ state: 'failed', reason: error instanceof CameraError ? error.reason : 'busy' });
      }
      return undefined;
    };
    void start();
    return () => {
      isGone = true;
      end();
    };
  }, [choice, request]);
  const isOfThis = answer?.choice === choice && answer.request === request;
  return {
    camera: isOfThis ? answer.camera : starting,
    retry: () => setRequest(({ attempt }) => ({ attempt: attempt + 1 })),
  };
}
