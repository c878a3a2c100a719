import { useEffect, useState } from 'react';

import { CameraError, type CameraFailure, type Facing, hasSeveralCameras, openCamera } from './open-camera.ts';

export type CameraState =
  | { readonly state: 'starting' }
  | { readonly state: 'open'; readonly stream: MediaStream; readonly hasOthers: boolean }
  | { readonly state: 'failed'; readonly reason: CameraFailure };

const starting: CameraState = { state: 'starting' };

/** Opens a camera until the component is removed. The camera's light goes off with it. */
export function useCamera(facing: Facing): { readonly camera: CameraState; readonly retry: () => void } {
  const [request, setRequest] = useState({ attempt: 0 });
  const [answer, setAnswer] = useState<{
    readonly facing: Facing;
    readonly request: object;
    readonly camera: CameraState;
  }>();
  useEffect(() => {
    let isGone = false;
    let stream: MediaStream | undefined;
    const end = () => stream?.getTracks().forEach((track) => track.stop());
    const show = (camera: CameraState) => {
      if (!isGone) setAnswer({ facing, request, camera });
    };
    const start = async () => {
      try {
        stream = await openCamera(facing);
        if (isGone) return end();
        // A camera that is pulled out, or whose permission is withdrawn, ends its track.
        for (const track of stream.getVideoTracks())
          track.addEventListener('ended', () => show({ state: 'failed', reason: 'none' }));
        show({ state: 'open', stream, hasOthers: await hasSeveralCameras() });
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
  }, [facing, request]);
  const isOfThis = answer?.facing === facing && answer.request === request;
  return {
    camera: isOfThis ? answer.camera : starting,
    retry: () => setRequest(({ attempt }) => ({ attempt: attempt + 1 })),
  };
}
