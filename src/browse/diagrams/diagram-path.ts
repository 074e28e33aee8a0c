/** The path of the frame that draws diagrams. */
export const DIAGRAM_PATH = '/-/diagram';
