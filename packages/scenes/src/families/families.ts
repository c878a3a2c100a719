import { studio } from './studio.ts';
import { paper } from './paper.ts';
import { marble } from './marble.ts';
import { wood } from './wood.ts';
import { concrete } from './concrete.ts';
import { terrazzo } from './terrazzo.ts';
import { linen } from './linen.ts';
import { silk } from './silk.ts';
import { window } from './window.ts';
import { leaves } from './leaves.ts';
import { podium } from './podium.ts';
import { arch } from './arch.ts';
import { slate } from './slate.ts';
import { brick } from './brick.ts';
import { beach } from './beach.ts';
import { sea } from './sea.ts';
import { sky } from './sky.ts';
import { sunset } from './sunset.ts';
import { snow } from './snow.ts';
import { meadow } from './meadow.ts';
import { forest } from './forest.ts';
import { autumn } from './autumn.ts';
import { mountains } from './mountains.ts';
import { city } from './city.ts';
import { neon } from './neon.ts';
import { festive } from './festive.ts';
import { spotlight } from './spotlight.ts';
import { smoke } from './smoke.ts';
import { gold } from './gold.ts';
import { rain } from './rain.ts';
import type { FamilyDefinition } from './family.ts';

/** All families. To add one, write its file and add a row here. */
export const families: readonly FamilyDefinition[] = [
  studio,
  paper,
  marble,
  wood,
  concrete,
  terrazzo,
  linen,
  silk,
  window,
  leaves,
  podium,
  arch,
  slate,
  brick,
  beach,
  sea,
  sky,
  sunset,
  snow,
  meadow,
  forest,
  autumn,
  mountains,
  city,
  neon,
  festive,
  spotlight,
  smoke,
  gold,
  rain,
];
