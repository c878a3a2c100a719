import { linearFromHex } from '../../color/linear-light.ts';
import { layeredNoise, smoothStep } from '@isola/scenes/noise';
import { type Lamp, lightOn, traceView, newSpot, type StudioSet, vignette } from './studio-set.ts';
import type { Paint } from './paint.ts';

export const spotSet: StudioSet = { cameraHeight: 0.55, wallDistance: 3.1, bend: 0.012 };
const plaster = linearFromHex('#77706c');
const floor = linearFromHex('#665f5b');
const lamp: Lamp = { x: 1.15, y: 2.5, z: 1.2, power: 15, color: [1, 0.93, 0.83] };
/** Point that the lamp is aimed at. */
const aim = { x: 0.02, y: 0.5, z: 2.95 };
const spot = newSpot();

/** A dark plastered wall lit by one spotlight. */
export const spotLit: Paint = (x, y, light) => {
  traceView(spotSet, x, y, spot);
  const pool = insideCone();
  const wear = layeredNoise(spot.x * 2.2 + 5, (spot.y + spot.z) * 2.2, 5) - 0.5;
  const trowel = layeredNoise(spot.x * 9 + 31, (spot.y * 1.4 + spot.z) * 9, 4) - 0.5;
  const surface = 1 + spot.front * (0.34 * wear + 0.14 * trowel) + spot.up * 0.16 * wear;
  // The bright pool on the wall lights the floor in front of it.
  const bounce = spot.up * 0.16 * Math.exp(-((spot.x / 0.9) ** 2) - (3.1 - spot.z) / 0.8);
  const corner = 1 - 0.3 * Math.exp(-(spot.front ? spot.y : 3.1 - spot.z) / 0.09);
  const direct = lightOn(spot, lamp, 0.05) * pool;
  for (let channel = 0; channel < 3; channel += 1) {
    const own = (spot.up > 0.5 ? floor : plaster)[channel] ?? 0;
    const sum = 0.085 + (direct + bounce) * (lamp.color[channel] ?? 1);
    light[channel] = own * sum * surface * corner * vignette(x, y, 0.25);
  }
};

/** Returns the spotlight's intensity at the spot, 0…1: brightest along the axis, with a soft edge. */
function insideCone(): number {
  const [toX, toY, toZ] = [spot.x - lamp.x, spot.y - lamp.y, spot.z - lamp.z];
  const [axisX, axisY, axisZ] = [aim.x - lamp.x, aim.y - lamp.y, aim.z - lamp.z];
  const cosine =
    (toX * axisX + toY * axisY + toZ * axisZ) / (Math.hypot(toX, toY, toZ) * Math.hypot(axisX, axisY, axisZ));
  const angle = Math.acos(Math.min(1, cosine));
  return (1 - smoothStep(0.12, 0.56, angle)) * (1 - 0.35 * smoothStep(0, 0.42, angle));
}
