"""The second part of the sets: more of each kind."""

SPRING = ((0.10, 0.20, 0.03), (0.18, 0.28, 0.05), (0.30, 0.36, 0.08))
SUMMER = ((0.05, 0.12, 0.02), (0.09, 0.18, 0.03), (0.16, 0.25, 0.05))


def declare(add):
    """Adds the rows through the `add` of `rows.py`."""
    _studio(add)
    _tables(add)
    _rooms(add)
    _outdoors(add)
    _night(add)
    _cloth(add)
    _shelves(add)
    _portraits(add)
    _occasions(add)


def _studio(add):
    add("sweep-terracotta-window", "studio", "sweep", "studio window sunlight", "orange", colour=(0.56, 0.22, 0.11), wall=(0.60, 0.25, 0.13), light="hard", gobo="window", key=0.24, finish="plaster")
    add("sweep-yellow-low-sun", "studio", "sweep", "studio leaves sunlight", "yellow", colour=(0.80, 0.55, 0.10), light="low", gobo="branch", key=0.4, side="right")
    add("sweep-lilac-soft", "studio", "sweep", "studio minimal", "purple", colour=(0.48, 0.40, 0.66), light="soft", key=0.42, side="right")
    add("sweep-teal-halo", "studio", "sweep", "studio spotlight", "teal", colour=(0.04, 0.20, 0.20), light="halo", key=0.12)
    add("sweep-red-halo", "studio", "sweep", "studio spotlight", "red", colour=(0.42, 0.02, 0.02), light="halo", key=0.12, side="right")
    add("sweep-beige-palm", "studio", "sweep", "studio palm leaves sunlight summer", "beige", colour=(0.72, 0.58, 0.42), light="hard", gobo="palm", key=0.38, side="right", finish="plaster")
    add("sweep-concrete-grey", "studio", "sweep", "studio concrete wall loft sunlight", "grey", colour=(0.34, 0.335, 0.325), wall=(0.42, 0.41, 0.40), light="hard", gobo="window", key=0.24, finish="concrete")
    add("sweep-navy-halo", "studio", "sweep", "studio spotlight", "blue", colour=(0.02, 0.04, 0.12), light="halo", key=0.075)
    add("confetti-white", "festive", "sweep", "confetti birthday festive", "white yellow", colour=(0.84, 0.83, 0.81), light="soft", key=0.68, paper={"count": 1100, "size": 0.012})
    add("confetti-gold-black", "festive", "sweep", "confetti birthday new-year festive gold", "black gold", colour=(0.03, 0.03, 0.034), light="halo", key=0.075, paper={"colours": ((0.75, 0.5, 0.14), (0.85, 0.66, 0.3), (0.6, 0.36, 0.08)), "size": 0.009})
    add("valentine-hearts", "festive", "sweep", "valentine paper", "pink red", colour=(0.80, 0.42, 0.42), light="soft", key=0.46, side="right", paper={"shape": "heart", "colours": ((0.7, 0.03, 0.06), (0.85, 0.25, 0.3), (0.88, 0.7, 0.68)), "size": 0.02, "count": 420, "falling": 120})
    add("valentine-rose-petals", "festive", "sweep", "valentine flowers", "red pink", colour=(0.74, 0.52, 0.47), light="low", gobo="window", key=0.36, paper={"shape": "petal", "colours": ((0.45, 0.01, 0.03), (0.6, 0.03, 0.06), (0.35, 0.01, 0.02)), "size": 0.024, "count": 380, "falling": 50})
    add("podium-pink-arch", "podium", "podium", "podium arch sunlight", "pink white", colour=(0.78, 0.58, 0.54), wall=(0.72, 0.42, 0.39), shape="arch", accent=(0.80, 0.74, 0.68), side="right")
    add("podium-blue-steps", "podium", "podium", "podium sunlight", "blue white", colour=(0.74, 0.76, 0.78), wall=(0.22, 0.36, 0.54), shape="steps", accent=(0.80, 0.66, 0.40), gobo="branch")
    add("podium-terracotta-steps", "podium", "podium", "podium sunlight summer", "orange beige", colour=(0.66, 0.34, 0.20), wall=(0.70, 0.54, 0.38), shape="steps", accent=(0.74, 0.66, 0.54))
    add("podium-white-arch", "podium", "podium", "podium arch minimal sunlight", "white grey", colour=(0.80, 0.79, 0.77), wall=(0.76, 0.75, 0.73), shape="arch", accent=(0.50, 0.50, 0.48), gobo="palm", key=0.55)


def _tables(add):
    add("walnut-table-evening", "table", "tabletop", "table walnut wood restaurant", "brown black", "evening", top="walnut", room="dark", wall=(0.05, 0.035, 0.025), key=0.08, fill=0.05, power=14, tone=(1, 0.82, 0.6))
    add("ash-table-kitchen", "table", "tabletop", "table wood kitchen shelf tiles", "beige green", "morning", top="ash", room="kitchen", wall=(0.28, 0.38, 0.32), key=0.34)
    add("painted-table-window", "table", "tabletop", "table wood window minimal", "white", "morning", top="painted", room="window", wall=(0.66, 0.70, 0.72), side="right", key=0.42, plan={"plan": "sofa"})
    add("green-marble-bar", "table", "tabletop", "table marble stone restaurant luxury", "green gold", "evening", top="green-marble", room="dark", side="right", wall=(0.02, 0.045, 0.035), key=0.07, fill=0.05, power=16, tone=(1, 0.86, 0.68))
    add("white-marble-sun-wall", "table", "tabletop", "table marble stone sunlight window wall", "white beige", "day", top="white-marble", room="wall", wall=(0.76, 0.70, 0.62), key=0.45, power=4, sun=(52, 30, 5.0, (1, 0.92, 0.8)), gobo="window", side="right")
    add("terrazzo-kitchen", "table", "tabletop", "table terrazzo kitchen counter shelf", "white orange", "day", top="terrazzo", room="kitchen", wall=(0.72, 0.50, 0.40), side="right", key=0.4, plan={"front": (0.40, 0.20, 0.13)})
    add("pink-marble-leaf-shadow", "table", "tabletop", "table marble stone leaves sunlight", "pink", "day", top="pink-marble", room="wall", wall=(0.76, 0.52, 0.46), key=0.36, power=4, sun=(295, 32, 4.8, (1, 0.9, 0.76)), gobo="branch")
    add("concrete-counter-office", "table", "tabletop", "table concrete office bookshelf shelf", "grey brown", "day", top="concrete", room="office", wall="oak", side="right", key=0.22, fill=0.22)
    add("black-table-cafe", "cafe", "tabletop", "cafe restaurant table", "black orange", "night", top="black", room="cafe", wall=(0.12, 0.06, 0.04), key=0.075, fill=0.03, power=7, tone=(1, 0.74, 0.46))
    add("linen-blue-table", "table", "tabletop", "table linen kitchen", "blue white", "day", top=None, cloth=(0.26, 0.34, 0.42), room="kitchen", key=0.3, plan={"hood": True, "front": (0.40, 0.46, 0.48)})
    add("slate-table-kitchen", "table", "tabletop", "table slate stone kitchen", "black grey", "day", top="slate", room="kitchen", wall=(0.10, 0.11, 0.12), key=0.12, fill=0.15, plan={"front": (0.05, 0.052, 0.055)})
    add("white-table-window", "table", "tabletop", "table minimal window", "white", "day", top="white", room="window", wall=(0.78, 0.77, 0.74), key=0.55, fill=0.5)


def _rooms(add):
    add("kitchen-counter-oak", "room", "tabletop", "kitchen counter oak wood tiles window", "white brown", "morning", top="oak", room="kitchen", wall=(0.78, 0.77, 0.74), height=0.32, horizon=0.32, key=0.38, plan={"hood": True})
    add("kitchen-navy-marble", "room", "tabletop", "kitchen counter marble stone", "blue white", "evening", top="white-marble", room="kitchen", wall=(0.70, 0.70, 0.68), side="right", key=0.26, fill=0.18, tone=(1, 0.86, 0.68), plan={"front": (0.025, 0.045, 0.10), "hood": True})
    add("office-oak-desk", "room", "tabletop", "office desk oak wood bookshelf shelf", "brown white", "morning", top="oak", room="office", wall=None, side="right", key=0.32, fill=0.35)
    add("living-room-evening", "room", "living", "living-room sofa rustic", "brown orange", "evening", evening=True, floor="walnut", wall=(0.30, 0.22, 0.16), sofa=(0.20, 0.10, 0.06), key=0.10, tone=(0.55, 0.68, 1.0))
    add("living-room-blue-sofa", "room", "living", "living-room sofa window wood floor", "blue white", "morning", floor="ash", wall=(0.76, 0.75, 0.72), sofa=(0.08, 0.14, 0.24), side="right", rug=(0.72, 0.7, 0.66), key=0.36)
    add("bathroom-blue-tiles", "shelf", "bathroom", "bathroom shelf tiles spa", "blue white", "day", tile=(0.10, 0.22, 0.34), grout=(0.6, 0.6, 0.58), shelf="marble", key=0.28, metal=(0.72, 0.72, 0.73))
    add("boutique-counter", "shop", "tabletop", "shop counter shelf", "beige brown", "day", top="ash", room="shop", wall=(0.70, 0.66, 0.60), key=0.32, fill=0.3)
    add("boutique-marble-evening", "shop", "tabletop", "shop counter marble stone luxury", "white brown", "evening", top="white-marble", room="shop", wall=(0.26, 0.20, 0.16), side="right", key=0.18, fill=0.1, tone=(1, 0.86, 0.68))


def _outdoors(add):
    add("beach-noon", "water", "beach", "beach sea summer sky", "blue beige", "day", light="noon", sun=(300, 52), clouds=((1, 1, 1), (0.68, 0.75, 0.85), 0.35, 1.1), sand=((0.52, 0.43, 0.32), (0.70, 0.61, 0.48), (0.78, 0.70, 0.57)), sea=(0.01, 0.16, 0.19), key=0.36, disc=0.0)
    add("sea-deck-grey", "water", "deck", "sea deck wood", "grey blue", "morning", light="grey", sun=(240, 35), clouds=((0.82, 0.84, 0.88), (0.55, 0.6, 0.66), 0.7, 0.9), sea=(0.02, 0.04, 0.05), waves=0.1, key=0.28, islands=True)
    add("lake-deck-golden", "water", "deck", "lake deck wood", "orange blue", "evening", light="golden", sun=(205, 9), waves=0.04, islands=True, key=0.2, sea=(0.015, 0.03, 0.03))
    add("pool-edge-noon", "water", "pool", "pool summer stone palm", "teal beige", "day")
    add("summer-forest", "nature", "woods", "forest wood summer leaves sunlight", "green", "day", light="noon", sun=(205, 42), leaves_=SUMMER, litter=2500, floor=((0.03, 0.05, 0.012), (0.07, 0.11, 0.025), (0.14, 0.16, 0.05)), key=0.2, mist=170)
    add("garden-roses-noon", "garden", "garden", "garden table flowers summer stone", "green pink", "day", light="noon", sun=(225, 48), top="travertine", blossoms=((0.75, 0.05, 0.1), (0.85, 0.35, 0.4)), key=0.26, side=-1)
    add("garden-herbs-morning", "garden", "garden", "garden table leaves wood", "green white", "morning", light="golden", sun=(150, 22), top="painted", blossoms=((0.4, 0.25, 0.65), (0.8, 0.8, 0.75)), greens=SPRING, key=0.3)
    add("meadow-noon", "nature", "meadow", "meadow flowers stone summer sky clouds", "green blue", "day", light="noon", sun=(300, 45), clouds=((1, 1, 1), (0.66, 0.73, 0.83), 0.45, 1.1), key=0.26)
    add("meadow-dusk", "nature", "meadow", "meadow stone sunset sky", "pink green", "evening", light="dusk", sun=(172, 6), clouds=((1.0, 0.5, 0.35), (0.32, 0.24, 0.34), 0.5, 1.2), key=0.15)
    add("snow-blue-hour", "snow", "snow", "snow winter forest sunset", "blue", "evening", light="blue", sun=(185, 3), key=0.2, trees=34)
    add("snow-noon-sun", "snow", "snow", "snow winter forest sunlight sky", "white blue", "day", light="noon", sun=(292, 26), clouds=((1, 1, 1), (0.7, 0.77, 0.87), 0.3, 1.1), key=0.55, fence=False)
    add("mountain-noon-lake", "mountain", "mountains", "mountains stone lake summer sky", "blue green", "day", light="noon", sun=(290, 46), clouds=((1, 1, 1), (0.66, 0.73, 0.83), 0.45, 1.0), lake=True, snow_line=0.75, seed=8, key=0.26)
    add("mountain-dusk", "mountain", "mountains", "mountains stone sunset smoke", "purple pink", "evening", light="dusk", sun=(183, 5), clouds=((1.0, 0.5, 0.35), (0.3, 0.22, 0.32), 0.45, 1.1), seed=15, key=0.14)


def _night(add):
    add("city-dusk-terrace", "city", "city", "city sunset bokeh rooftop table", "orange blue", "evening", dusk=True, top="walnut", key=0.09)
    add("city-day-terrace", "city", "city", "city rooftop table sky", "blue grey", "day", day=True, top="concrete", key=0.3)
    add("neon-street-cyan", "city", "street", "city street neon rain", "teal purple", "night", colours=((0.0, 0.75, 0.9), (0.75, 0.08, 0.9), (0.0, 0.9, 0.5), (0.2, 0.3, 1.0)))
    add("warm-street-night", "city", "street", "city street", "orange brown", "night", colours=((1.0, 0.5, 0.15), (1.0, 0.68, 0.35), (1.0, 0.35, 0.12), (0.9, 0.75, 0.5)), wet=False)
    add("christmas-blue-silver", "festive", "christmas", "christmas winter table bokeh", "blue silver", "evening", top="painted", balls=((0.6, 0.62, 0.66), (0.1, 0.18, 0.4), (0.75, 0.76, 0.8)), bulbs=(0.75, 0.85, 1.0), cold=True, key=0.15)
    add("christmas-gold-marble", "festive", "christmas", "christmas gold marble stone table bokeh luxury", "gold white", "evening", top="white-marble", balls=((0.75, 0.52, 0.2), (0.8, 0.66, 0.42), (0.7, 0.66, 0.6)), key=0.2)
    add("lanterns-gold-night", "festive", "lanterns", "lanterns gold festive table", "gold brown", "night", top="walnut", colour=(1.0, 0.5, 0.12), kind="gold", wall=(0.05, 0.03, 0.02), frame=False)
    add("ramadan-lanterns", "festive", "lanterns", "ramadan lanterns gold table", "blue gold", "night", top="walnut", colour=(1.0, 0.55, 0.18), kind="brass", wall=(0.02, 0.035, 0.10), frame=False, key=0.1)
    add("ramadan-lanterns-marble", "festive", "lanterns", "ramadan lanterns gold marble stone table", "green gold", "night", top="green-marble", colour=(1.0, 0.6, 0.22), kind="brass", wall=(0.015, 0.06, 0.045), frame=True, key=0.09)


def _cloth(add):
    add("silk-red", "fabric", "drape", "silk luxury", "red", colour=(0.42, 0.01, 0.015), key=0.12, turn=-32)
    add("silk-emerald", "fabric", "drape", "silk", "green", colour=(0.01, 0.14, 0.08), key=0.1, light="right", folds=5.5)
    add("silk-black", "fabric", "drape", "silk", "black", colour=(0.012, 0.012, 0.014), key=0.04, turn=40)
    add("silk-white", "fabric", "drape", "silk wedding", "white", colour=(0.80, 0.79, 0.77), key=0.5, light="right", turn=-20)
    add("linen-drape-natural", "fabric", "drape", "linen", "beige", colour=(0.62, 0.54, 0.43), kind="linen", key=0.34, deep=0.12, folds=5.0)
    add("linen-drape-sage", "fabric", "drape", "linen", "green", colour=(0.30, 0.36, 0.27), kind="linen", key=0.26, deep=0.12, folds=5.0, light="right", turn=10)


def _shelves(add):
    add("shelf-oak-plaster", "shelf", "shelf", "shelf oak wood wall", "beige brown", "morning", board="oak", wall=(0.72, 0.66, 0.57), left="tv", right="bo", key=0.36)
    add("shelf-walnut-panels", "shelf", "shelf", "shelf walnut wood wall bookshelf", "green brown", "evening", board="walnut", finish="panels", wall=(0.10, 0.14, 0.11), left="s", right="vc", key=0.15, side="right", tone=(1, 0.84, 0.64), fill=0.1, warm_strip=True, power=14)
    add("shelf-stone-niche", "shelf", "shelf", "shelf stone arch wall minimal", "beige white", "day", board="travertine", niche=True, wall=(0.70, 0.58, 0.45), key=0.36, sun=(305, 36), power=5)
    add("shelf-white-niche", "shelf", "shelf", "shelf arch wall minimal", "white", "morning", board="white", niche=True, wall=(0.78, 0.77, 0.75), key=0.5, side="right", power=30)
    add("shelf-tile-ledge", "shelf", "shelf", "shelf tiles bathroom kitchen", "white", "day", board="tiles", finish="tiles", wall=(0.76, 0.75, 0.72), left="p", right="v", key=0.45, side="right")
    add("shelf-linen-runner", "shelf", "shelf", "shelf linen wood rustic", "beige white", "morning", board="oak", cloth=(0.72, 0.68, 0.60), wall=(0.66, 0.66, 0.62), left="t", right="o", key=0.42)
    add("shelf-brick-loft", "shelf", "shelf", "shelf brick loft wood", "red brown", "day", board="walnut", finish="brick", wall=(0.30, 0.12, 0.07), left="p", right="b", key=0.2, power=34)
    add("shelf-concrete-shadow", "shelf", "shelf", "shelf concrete sunlight leaves minimal", "grey", "day", board="concrete", finish="concrete", wall=(0.44, 0.43, 0.42), left="v", right="", key=0.3, sun=(300, 32), gobo="palm", power=4)
    add("shelf-blush-sun", "shelf", "shelf", "shelf sunlight window minimal", "pink white", "morning", board="white", wall=(0.76, 0.52, 0.47), left="", right="vo", key=0.42, sun=(58, 30), gobo="window", side="right", power=4, colours=((0.78, 0.6, 0.54), (0.8, 0.76, 0.7)))
    add("shelf-candles-dark", "shelf", "shelf", "shelf slate candles spa", "black brown", "night", board="slate", wall=(0.06, 0.055, 0.05), left="c", right="t", key=0.09, fill=0.08, power=14, tone=(1, 0.8, 0.58))
    add("sill-garden-day", "shelf", "sill", "window garden leaves wood", "white green", "day", outside="garden", board="painted", key=0.36)
    add("sill-winter-wood", "shelf", "sill", "window snow winter forest candles wood", "white brown", "evening", outside="snow", board="oak", key=0.24, things="c", tone=(1, 0.8, 0.58), curtain=False)
    add("sill-city-night", "city", "sill", "window city bokeh wood", "black orange", "night", outside="night", board="walnut", key=0.07, things="b", frame=(0.03, 0.03, 0.033), tone=(1, 0.76, 0.5), curtain=False, power=9)
    add("sill-rain-day", "shelf", "sill", "window rain city wood bookshelf", "grey brown", "day", outside="rain", board="oak", key=0.2, things="b", curtain=False, frame=(0.30, 0.30, 0.29))


def _portraits(add):
    add("portrait-bookcase", "room", "behind", "office bookshelf", "brown beige", "day", room="office", wall="oak", key=0.26)
    add("portrait-white-office", "room", "behind", "office bookshelf window", "white beige", "morning", room="office", wall=None, side="right", key=0.42, fill=0.5)
    add("portrait-living-window", "room", "behind", "living-room window sofa", "white beige", "morning", room="window", plan={"plan": "sofa"}, key=0.4, power=70)
    add("portrait-cafe", "cafe", "behind", "cafe restaurant brick bokeh", "brown orange", "day", room="cafe", wall=(0.26, 0.13, 0.08), side="right", key=0.2)
    add("portrait-bar-dark", "cafe", "behind", "restaurant luxury", "black brown", "evening", room="dark", wall=(0.05, 0.035, 0.025), key=0.08, fill=0.06, power=24, tone=(1, 0.82, 0.6))
    add("portrait-street-night", "city", "behind", "city street bokeh window", "black orange", "night", room="street", plan={"night": True}, key=0.09, fill=0.03, power=20, tone=(1, 0.8, 0.56))
    add("portrait-fireplace", "room", "behind", "fireplace living-room rustic candles", "orange brown", "evening", room="fire", wall=(0.20, 0.09, 0.06), key=0.11, fill=0.06, power=16, tone=(1, 0.8, 0.56))
    add("portrait-canvas-grey", "studio", "canvas", "studio spotlight", "grey", colour=(0.19, 0.19, 0.195), key=0.17)
    add("portrait-canvas-olive", "studio", "canvas", "studio spotlight", "green brown", colour=(0.14, 0.13, 0.085), key=0.14, light="right")
    add("portrait-canvas-blue", "studio", "canvas", "studio spotlight", "blue grey", colour=(0.10, 0.14, 0.20), key=0.15)
    add("portrait-canvas-umber", "studio", "canvas", "studio spotlight luxury", "brown", colour=(0.17, 0.10, 0.065), key=0.13, light="right", spread=0.4)
    add("portrait-park-golden", "garden", "park", "park leaves meadow", "green yellow", "evening")
    add("portrait-park-spring", "garden", "park", "park spring flowers leaves", "pink green", "day", light="noon", sun=(230, 42), blossom=((0.80, 0.52, 0.58), (0.86, 0.68, 0.72), (0.84, 0.76, 0.76)), key=0.3)
    add("gallery-white", "room", "hall", "floor wall minimal spotlight", "white grey", "day", kind="gallery", floor="concrete", key=0.5)
    add("panelled-wall-oak", "room", "hall", "floor wall oak wood living-room luxury", "white brown", "morning", kind="panels", wall=(0.74, 0.73, 0.70), key=0.42, sun=(305, 32), gobo="window")
    add("panelled-wall-green", "room", "hall", "floor wall oak wood living-room luxury", "green brown", "day", kind="panels", wall=(0.12, 0.19, 0.155), side="right", key=0.2)
    add("loft-brick-concrete", "room", "hall", "loft brick concrete window floor", "red grey", "day", kind="loft", floor="concrete", key=0.22)
    add("japanese-tatami", "room", "hall", "japanese floor wood window minimal", "beige brown", "morning", kind="tatami", floor="tatami", key=0.34)
    add("bedroom-morning", "room", "hall", "bedroom linen window oak wood", "white beige", "morning", kind="bedroom", key=0.38)
    add("bedroom-evening", "room", "hall", "bedroom linen", "brown orange", "evening", kind="bedroom", evening=True, wall=(0.30, 0.26, 0.22), key=0.12, tone=(0.55, 0.68, 1.0), side="right", floor="walnut")


def _occasions(add):
    add("bedroom-night-stand", "room", "tabletop", "bedroom table oak wood window", "beige brown", "morning", top="oak", room="window", plan={"plan": "bed"}, wall=(0.70, 0.66, 0.60), key=0.36, side="right")
    add("shop-window-night", "shop", "tabletop", "shop window street city bokeh marble", "white orange", "night", top="white-marble", room="street", plan={"night": True}, key=0.11, fill=0.03, power=7, tone=(1, 0.8, 0.56))
    add("fireplace-table", "room", "tabletop", "fireplace table rustic wood candles winter", "orange brown", "evening", top="rustic", room="fire", wall=(0.20, 0.09, 0.06), key=0.11, fill=0.04, power=8, tone=(1, 0.78, 0.54))
    add("candles-slate", "table", "tabletop", "candles table slate bokeh spa", "black orange", "night", top="slate", room="candles", wall=(0.05, 0.035, 0.03), key=0.075, fill=0.03, power=8, tone=(1, 0.76, 0.5))
    add("leather-desk-dark", "room", "tabletop", "leather desk office bookshelf luxury", "brown", "evening", top="leather", room="office", wall="walnut", side="right", key=0.1, fill=0.06, power=16, tone=(1, 0.82, 0.6))
    add("bamboo-table-spa", "table", "tabletop", "bamboo table spa candles wood", "yellow brown", "evening", top="bamboo", room="candles", wall=(0.36, 0.32, 0.26), key=0.24, fill=0.22, power=22)
    add("bamboo-grove-stone", "nature", "bamboo", "bamboo forest stone spa japanese", "green grey", "day")
    add("jungle-stone", "nature", "jungle", "jungle leaves stone", "green black", "day")
    add("desert-dunes", "nature", "dunes", "desert sunlight", "orange brown", "evening")
    add("lake-stars", "mountain", "stars", "stars mountains lake sky stone", "blue black", "night")
    add("stone-in-water", "water", "basin", "stone podium minimal spa", "blue grey")
    add("stone-in-water-blush", "water", "basin", "stone podium minimal", "pink beige", colour=(0.78, 0.56, 0.50), water=(0.30, 0.16, 0.14), stone="travertine", side="right", key=0.4)
    add("white-stone-in-water", "water", "basin", "stone podium minimal", "white teal", colour=(0.66, 0.76, 0.76), water=(0.10, 0.30, 0.32), stone="white", side="right", key=0.48)
    add("autumn-table", "nature", "harvest", "autumn table wood leaves rustic", "orange brown", "day", kind="autumn")
    add("halloween-table", "festive", "harvest", "halloween table candles bokeh autumn", "orange purple", "night", kind="halloween", top="black", key=0.075)
    add("easter-table", "festive", "harvest", "easter table spring flowers window wood", "white yellow", "morning", kind="easter", top="painted", key=0.4)
    add("balloons-blush", "festive", "balloons", "balloons birthday confetti", "pink gold")
    add("balloons-blue", "festive", "balloons", "balloons birthday confetti", "blue white", colours=((0.16, 0.32, 0.52), (0.80, 0.82, 0.84), (0.5, 0.66, 0.78)), wall=(0.60, 0.70, 0.78))
    add("wedding-linen-petals", "festive", "petals", "wedding table linen flowers candles", "white pink", "day")
