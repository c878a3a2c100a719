import * as z from 'zod';
declare const rowSchema: z.ZodObject<{
    id: z.ZodString;
    name: z.ZodString;
    from: z.ZodUnion<readonly [z.ZodObject<{
        package: z.ZodString;
        resource: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        file: z.ZodString;
    }, z.core.$strict>, z.ZodObject<{
        address: z.ZodURL;
    }, z.core.$strict>]>;
    sha256: z.ZodString;
    sizeBytes: z.ZodInt;
    input: z.ZodObject<{
        name: z.ZodString;
        widthPx: z.ZodInt;
        heightPx: z.ZodInt;
        mean: z.ZodTuple<[z.ZodNumber, z.ZodNumber, z.ZodNumber], null>;
        std: z.ZodTuple<[z.ZodNumber, z.ZodNumber, z.ZodNumber], null>;
    }, z.core.$strict>;
    output: z.ZodObject<{
        name: z.ZodString;
    }, z.core.$strict>;
    licence: z.ZodString;
    source: z.ZodString;
}, z.core.$strict>;
declare const catalogueSchema: z.ZodObject<{
    default: z.ZodString;
    models: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        name: z.ZodString;
        from: z.ZodUnion<readonly [z.ZodObject<{
            package: z.ZodString;
            resource: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            file: z.ZodString;
        }, z.core.$strict>, z.ZodObject<{
            address: z.ZodURL;
        }, z.core.$strict>]>;
        sha256: z.ZodString;
        sizeBytes: z.ZodInt;
        input: z.ZodObject<{
            name: z.ZodString;
            widthPx: z.ZodInt;
            heightPx: z.ZodInt;
            mean: z.ZodTuple<[z.ZodNumber, z.ZodNumber, z.ZodNumber], null>;
            std: z.ZodTuple<[z.ZodNumber, z.ZodNumber, z.ZodNumber], null>;
        }, z.core.$strict>;
        output: z.ZodObject<{
            name: z.ZodString;
        }, z.core.$strict>;
        licence: z.ZodString;
        source: z.ZodString;
    }, z.core.$strict>>;
}, z.core.$strict>;
export type CatalogueRow = z.infer<typeof rowSchema>;
export type Catalogue = z.infer<typeof catalogueSchema>;
export declare const catalogueFile: string;
/** @throws when the file is not a catalogue; the message names the row and the field. */
export declare function readCatalogue(file?: string): Catalogue;
export {};
