"""The sets, one row each: a builder with its parameters, and what the set is found by."""

from more_rows import declare

ROWS = []


def add(id_, kind, build, tags, colors, time=None, /, **parameters):
    ROWS.append({"id": id_, "kind": kind, "build": build, "tags": tags.split(), "colors": colors.split(), "time": time, "with": parameters})


# ------------------------------------------------------------------ studio sweeps and podiums

add("sweep-white-soft", "studio", "sweep", "studio minimal", "white", colour=(0.86, 0.855, 0.85), light="soft", key=0.78)
add("sweep-warm-grey-halo", "studio", "sweep", "studio spotlight", "grey beige", colour=(0.36, 0.33, 0.30), light="halo", key=0.24)
add("sweep-pink-window", "studio", "sweep", "studio window sunlight", "pink", colour=(0.80, 0.45, 0.42), wall=(0.82, 0.50, 0.47), light="hard", gobo="window", key=0.34, side="right")
add("sweep-sage-palm", "studio", "sweep", "studio palm leaves sunlight", "green", colour=(0.33, 0.40, 0.29), light="hard", gobo="palm", key=0.28, finish="plaster")
add("sweep-blue-branch", "studio", "sweep", "studio leaves sunlight", "blue white", colour=(0.62, 0.66, 0.70), wall=(0.14, 0.28, 0.50), light="low", gobo="branch", key=0.26, finish="plaster")
add("sweep-charcoal-halo", "studio", "sweep", "studio spotlight", "black grey", colour=(0.035, 0.036, 0.039), light="halo", key=0.055, side="right", warm=(1.0, 0.93, 0.84))
add("podium-cream-arch", "podium", "podium", "podium arch sunlight", "beige white", colour=(0.78, 0.70, 0.58), wall=(0.74, 0.62, 0.48), shape="arch", accent=(0.62, 0.34, 0.20))
add("podium-sage-steps", "podium", "podium", "podium sunlight palm", "green white", colour=(0.70, 0.70, 0.64), wall=(0.30, 0.37, 0.27), shape="steps", accent=(0.42, 0.48, 0.34), gobo="palm", side="right", props="vase")


# ------------------------------------------------------------------ tables

add("oak-table-window", "table", "tabletop", "table oak wood window living-room leaves", "brown white", "morning", top="oak", room="window", key=0.34)
add("white-marble-kitchen", "table", "tabletop", "table marble stone kitchen counter window shelf", "white beige", "day", top="white-marble", room="kitchen", side="right", wall=(0.76, 0.74, 0.70), key=0.42)
add("travertine-sun-wall", "table", "tabletop", "table stone sunlight leaves wall summer", "beige brown", "day", top="travertine", room="wall", wall=(0.72, 0.56, 0.40), key=0.36, power=4, fill=0.35, sun=(292, 34, 5.0, (1, 0.9, 0.74)), gobo="palm", height=0.24)
add("black-slate-dark", "table", "tabletop", "table slate stone restaurant", "black brown", "evening", top="slate", room="dark", side="right", wall=(0.035, 0.04, 0.045), key=0.06, fill=0.05, power=16, tone=(1, 0.93, 0.84))
add("linen-table-window", "table", "tabletop", "table linen window", "white beige", "morning", top=None, cloth=(0.74, 0.70, 0.63), room="window", side="right", wall=(0.66, 0.66, 0.62), key=0.4, plan={"plan": "dining"})
add("concrete-brick-loft", "table", "tabletop", "table concrete brick loft", "grey brown", "day", top="concrete", room="wall", plan={"kind": "brick"}, wall=(0.30, 0.12, 0.07), key=0.2, fill=0.25, power=40)
add("walnut-desk-books", "room", "tabletop", "office desk walnut wood bookshelf", "brown", "day", top="walnut", room="office", wall="walnut", key=0.2, fill=0.2, power=26)
add("cafe-table", "cafe", "tabletop", "cafe restaurant table wood counter brick", "brown orange", "day", top="oak", room="cafe", side="right", wall=(0.26, 0.13, 0.08), key=0.17, fill=0.14, power=14, height=0.24)


# ------------------------------------------------------------------ rooms

add("living-room-day", "room", "living", "living-room sofa window leaves wood floor", "beige brown", "day")
add("bathroom-sage-tiles", "shelf", "bathroom", "bathroom shelf tiles spa stone", "green beige", "morning", tile=(0.30, 0.40, 0.33), grout=(0.5, 0.5, 0.46))
add("bathroom-white-tiles", "shelf", "bathroom", "bathroom shelf tiles marble stone spa minimal", "white", "morning", tile=(0.76, 0.76, 0.74), shelf="marble", size=(0.1, 0.1), stagger=0.0, side="right", metal=(0.72, 0.72, 0.73), towel=(0.74, 0.73, 0.70), key=0.45)

# ------------------------------------------------------------------ outdoors

add("beach-sunset", "water", "beach", "beach sea sunset summer", "orange brown", "evening")
add("sea-deck-day", "water", "deck", "sea deck wood summer sky", "blue brown", "day")
add("sea-deck-sunset", "water", "deck", "sea sunset deck wood", "orange purple", "evening", light="dusk", sun=(176, 4), clouds=((1.0, 0.5, 0.3), (0.3, 0.2, 0.3), 0.5, 1.2), disc=45.0, waves=0.12, islands=True, key=0.16)
add("autumn-forest", "nature", "woods", "forest wood autumn leaves", "orange brown", "evening")
add("garden-table", "garden", "garden", "garden table wood flowers summer meadow", "green pink", "evening")
add("meadow-stone", "nature", "meadow", "meadow flowers stone summer", "green yellow", "evening")
add("snow-field", "snow", "snow", "snow winter forest", "white blue", "morning")
add("mountain-ledge", "mountain", "mountains", "mountains stone snow", "grey blue", "evening")

# ------------------------------------------------------------------ night and festive

add("city-night-terrace", "city", "city", "city bokeh rooftop table", "black orange", "night")
add("neon-street-rain", "city", "street", "city street neon rain", "purple blue", "night")
add("christmas-table", "festive", "christmas", "christmas table wood forest bokeh winter", "red green", "evening")
add("spring-festival-lanterns", "festive", "lanterns", "spring-festival lanterns gold flowers table", "red gold", "evening")

# ------------------------------------------------------------------ cloth

add("silk-champagne", "fabric", "drape", "silk", "beige gold", colour=(0.66, 0.50, 0.36), key=0.3)

declare(add)
