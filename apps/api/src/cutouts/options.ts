import * as z from 'zod';

import { boxOption, pointsOption } from './prompt-options.ts';

/** Options of `POST /v1/cutouts`, as query parameters or as fields of a form. */
export const cutoutOptions = z.object({
  format: z.enum(['png', 'webp', 'jpg', 'zip']).default('png').describe('File format. A JPEG has a white background.'),
  output: z
    .enum(['cutout', 'mask'])
    .default('cutout')
    .describe('The cutout, or its matte as a grey image in which white is subject.'),
  detail: z.enum(['standard', 'fine']).default('standard').describe('`fine` takes up to twice the time.'),
  points: pointsOption
    .optional()
    .describe(
      'Positions of the objects to cut out, in px or % of the image, separated by commas: `410px 620px, 50% 20%`. ' +
        'With `!` in front, the object is left out. A later position corrects what the earlier ones selected.',
    ),
  box: boxOption
    .optional()
    .describe(
      'Rectangle around the object to cut out: left, top, right and bottom edge, in px or % of the image. ' +
        'With `!` in front, the object is left out.',
    ),
  background: z
    .string()
    .max(32)
    .optional()
    .describe('Background colour: hexadecimal with 3, 4, 6 or 8 digits, or a name of CSS. Default: transparent.'),
  crop: z
    .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
    .default(false)
    .describe('Removes empty margins.'),
  margin: z.coerce.number().int().min(0).max(500).default(0).describe('Margin around a cropped subject, in pixels.'),
  max_megapixels: z.coerce
    .number()
    .min(0.01)
    .max(50)
    .default(25)
    .describe('Largest size of the result, in megapixels. A PNG never has more than 10.'),
});

export const cutoutOptionNames = Object.keys(cutoutOptions.shape);
