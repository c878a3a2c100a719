export interface Settings {
    /** 0 takes any free port. */
    readonly port: number;
    /** The address to listen on: loopback unless the operator says otherwise. */
    readonly host: string;
    /** Absolute. What the server keeps for this machine lies here, readable by its own user alone. */
    readonly dataFolder: string;
}
/** @throws when a variable has no usable value; the message names it. */
export declare function readSettings(environment: NodeJS.ProcessEnv): Settings;
